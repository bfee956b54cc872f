import { basename } from 'node:path'
import { probe, serve } from '../../src/media/probe-process.ts'

const held: object[] = []

/** A probe that fails on certain file names, like one with a bug. */
serve(async (path) => {
  switch (basename(path)) {
    case 'exit':
      return process.exit(3)
    case 'throw':
      setImmediate(() => {
        throw new Error('in a process')
      })
      return new Promise(() => {})
    case 'crash':
      process.kill(process.pid, 'SIGSEGV')
      return new Promise(() => {})
    case 'hang':
      // Blocks its thread, without processor time.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      return probe(path)
    case 'memory':
      for (;;) held.push(new Array(10_000).fill(held.length))
    case 'native memory':
      // Memory that is not written counts too, and costs no time.
      for (;;) held.push(Buffer.alloc(10_000_000))
    case 'greedy':
      held.push(Buffer.alloc(250_000_000, 1))
      return probe('test/corpus/lavf.flac')
    case 'environment':
      return { failure: JSON.stringify(process.env) }
    case 'which':
      return { failure: String(process.pid) }
    default:
      return probe(path)
  }
})
