import { execFile } from 'node:child_process'
import { inspect } from 'node:util'
import { runCommand } from '../../src/admin/run.ts'
import { explain } from '../../src/lib/explain.ts'
import { programOf } from '../support/joined.ts'

export interface CommandResult {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Runs `npm run admin -- …` in this process. Returns its output and exit code. */
export async function admin(environment: Readonly<Record<string, string>>, ...words: string[]): Promise<CommandResult> {
  let output = ''
  const say = (line: string) => {
    output += `${line}\n`
  }
  try {
    const isWell = await runCommand(words, say, environment)
    return { code: isWell ? 0 : 1, output, errors: '' }
  } catch (error) {
    const said = explain(error)
    return { code: 1, output, errors: `${typeof said === 'string' ? said : inspect(said)}\n` }
  }
}

/** Runs it in a separate process. */
export async function adminProcess(
  environment: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<CommandResult> {
  const program = await programOf('src/admin/main.ts')
  const env = { PATH: process.env['PATH'], ...program.environment, ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [program.path, ...words], { env }, (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output, errors })
    })
  })
}
