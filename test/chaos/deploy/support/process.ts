import { execFile } from 'node:child_process'

/** Runs a command of the product to its end, with no variables but these. */
export function command(
  environment: Readonly<Record<string, string>>,
  ...argv: string[]
): Promise<{ isWell: boolean; output: string }> {
  const env = { PATH: process.env['PATH'], LOG_LEVEL: 'warn', PORT: '0', ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, argv, { env, timeout: 120_000 }, (error, out, errors) => {
      resolve({ isWell: error === null, output: out + errors })
    })
  })
}
