import { VARIABLES } from '../config.ts'

/** What a program needs to find its libraries and its temporary files, and to speak the machine's language. */
const NEEDED = /^(PATH|HOME|TMPDIR|TMP|TEMP|LANG|LC_[A-Z]+|TZ|(DY)?LD_[A-Z_]*LIBRARY_PATH|SystemRoot)$/

/** The environment of a child that opens foreign files: of ours only what is listed, so that there is nothing to steal. */
export function decodingEnvironment(from: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return only(from, (name) => NEEDED.test(name))
}

/**
 * The environment of the operator's own program: the worker's (CUDA_VISIBLE_DEVICES, HF_HOME), but for what `.env.example` names,
 * the AWS SDK's credentials among it. Those are vidgate's.
 */
export function engineEnvironment(from: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return only(from, (name) => !VARIABLES.includes(name) && !name.startsWith('AWS_'))
}

function only(from: NodeJS.ProcessEnv, isTaken: (name: string) => boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(from).filter(([name]) => isTaken(name)))
}
