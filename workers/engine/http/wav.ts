import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Refusal } from '../engine.ts'
import { type Clip, codecFor, SAMPLE_RATE } from '../procedural/codec/codec.ts'
import { named } from '../procedural/sources.ts'

/**
 * A program of the command engine's protocol that turns a sound into a WAV of 16 bits: native decoders run in a process of
 * their own.
 */
interface WavRequest {
  readonly path: string
  /** What the caller knows it by. */
  readonly name: string
  readonly to: string
  readonly samples: number
  readonly ffmpegPath: string | null
}

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const { path, name, to, samples, ffmpegPath } = JSON.parse(await text(process.stdin)) as WavRequest
  const codec = await codecFor(ffmpegPath)
  await writeFile(to, wavOf(await named(name, codec.decodeAudio(path, samples))))
  say({ done: { path: to } })
} catch (error) {
  const detail = error instanceof Error ? error.message : String(error)
  say(error instanceof Refusal ? { refused: { reason: error.reason, detail } } : { failed: { detail } })
}

function wavOf([left, right]: Clip): Buffer {
  const bytes = left.length * 4
  const file = Buffer.alloc(44 + bytes)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(36 + bytes, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(2, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE * 4, 28)
  file.writeUInt16LE(4, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(bytes, 40)
  const sample = (value: number) => Math.round(32767 * Math.max(-1, Math.min(1, value)))
  for (let i = 0; i < left.length; i++) {
    file.writeInt16LE(sample(left[i] ?? 0), 44 + i * 4)
    file.writeInt16LE(sample(right[i] ?? 0), 46 + i * 4)
  }
  return file
}
