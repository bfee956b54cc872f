import { execFile } from 'node:child_process'

export interface CommandResult {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Runs `npm run admin -- …` as the process it is. */
export function admin(environment: Readonly<Record<string, string>>, ...words: string[]): Promise<CommandResult> {
  const env = { PATH: process.env['PATH'], ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/admin/main.ts', ...words], { env }, (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output, errors })
    })
  })
}
