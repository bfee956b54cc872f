import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

/** Programs that an installation may have beside Node, and that the suite replaces. */
const PROGRAMS = ['curl', 'exiftool', 'ffmpeg', 'nginx', 'openssl', 'pg_dump', 'pgbouncer', 'promtool', 'python3']

/** Repeats checks of the suite with these programs installed. @returns whether all passed */
export async function chaosDeploy(): Promise<boolean> {
  const missing = PROGRAMS.filter((program) => spawnSync(program, ['--version']).error !== undefined)
  if (missing.length > 0) {
    console.log(`Nothing was checked, for this machine lacks ${missing.join(' and ')}.`)
    return false
  }
  const files = globSync('test/chaos/deploy/*.check.ts').sort()
  return spawnSync(process.execPath, ['test/run.ts', '--lanes', '1', ...files], { stdio: 'inherit' }).status === 0
}
