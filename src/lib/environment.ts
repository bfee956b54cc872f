import { join } from 'node:path'
import { VARIABLES } from '../config.ts'

/** What a program needs to find its libraries and its temporary files, and to speak the machine's language. */
const NEEDED = /^(PATH|HOME|TMPDIR|TMP|TEMP|LANG|LC_[A-Z]+|TZ|(DY)?LD_[A-Z_]*LIBRARY_PATH|SystemRoot)$/

/**
 * The environment of a child that opens foreign files: only the listed variables, so no secrets. It keeps compiled code, which
 * halves its start, in a folder that only such children write, as other processes run what they find in theirs.
 */
export function decodingEnvironment(from: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE: compiled } = from
  const needed = only(from, (name) => NEEDED.test(name))
  return compiled ? { ...needed, NODE_COMPILE_CACHE: join(compiled, 'decoding') } : needed
}

/**
 * The environment of the operator's own program: that of the worker (CUDA_VISIBLE_DEVICES, HF_HOME) without vidgate's variables,
 * which `.env.example` names, and without the AWS SDK's.
 */
export function engineEnvironment(from: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return only(from, (name) => !VARIABLES.includes(name) && !name.startsWith('AWS_'))
}

function only(from: NodeJS.ProcessEnv, isTaken: (name: string) => boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(from).filter(([name]) => isTaken(name)))
}
