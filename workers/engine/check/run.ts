import { ConfigError, readConfig } from '../../../src/config.ts'
import { createLog, type Log } from '../../../src/lib/log.ts'
import { tableLines } from '../../../src/lib/table.ts'
import { assertRunFolders } from '../../folder.ts'
import { chooseEngine } from '../choose.ts'
import type { Engine } from '../engine.ts'
import type { Pace } from '../http/pace.ts'
import { type EngineSettings, settingsOf } from '../settings.ts'
import { adviceOf } from './advice.ts'
import { type Sample, samplesOf } from './samples.ts'
import { askServer } from './server.ts'
import { type Shape, trySample } from './try.ts'

export interface Terminal {
  /** Prints a line of the result. */
  readonly say: (line: string) => void
  /** Shows a line that the next one replaces. */
  readonly show: (line: string) => void
  readonly signal: AbortSignal
  /** How often a server is asked. */
  readonly pace?: Partial<Pace>
}

const HELP = [
  'npm run engine -- check',
  '',
  'Makes the cheapest video of each mode with the engine that the environment configures (.env.example), as a worker would,',
  'and says what to set if one fails. It needs no database. The exit code is 0 if all modes pass.',
]

/** More of the engine's log: LOG_LEVEL=info. */
const DEFAULTS = { LOG_LEVEL: 'error' }

/**
 * Runs a command of `npm run engine`.
 * @param environment the variables of the configuration; by default those of the process
 * @returns whether every mode passed. @throws ConfigError; the signal's reason
 */
export async function runEngineCommand(
  args: readonly string[],
  terminal: Terminal,
  environment?: NodeJS.ProcessEnv,
): Promise<boolean> {
  const [name, ...rest] = args
  if (name === undefined || /^(help|--help|-h)$/.test(rest[0] ?? name)) {
    for (const line of HELP) terminal.say(line)
    return true
  }
  if (name !== 'check' || rest.length > 0) {
    throw new ConfigError(`There is no command “${args.join(' ')}”.\n\n${HELP.join('\n')}`)
  }
  const config = readConfig(environment, DEFAULTS)
  const log = createLog(config.logLevel, 'engine')
  await assertRunFolders()
  const settings = settingsOf(config.engine)
  const engine = await chooseEngine(config, log, terminal.pace)
  if (!(await isReached(settings, terminal))) return false
  return checkEngine(engine, settings, terminal, log)
}

/** Prints the engine, and what its server reports. */
async function isReached(settings: EngineSettings, { say, signal }: Terminal): Promise<boolean> {
  if (settings.kind === 'procedural' || settings.kind === 'command') {
    say(`Engine  ${settings.kind === 'command' ? settings.command.join(' ') : 'procedural, the embedded renderer'}`)
    return true
  }
  say(`Engine  ${settings.profile}`)
  try {
    const model = await askServer(settings, signal)
    say(`Server  ${settings.url} answers. ${model ? `It reports ${model}.` : 'It does not report its model.'}`)
    return true
  } catch (error) {
    signal.throwIfAborted()
    say(`Server  ${settings.url}: ${(error as Error).message}`)
    say(`        ${adviceOf(error, settings, null)}`)
    return false
  }
}

async function checkEngine(
  engine: Engine,
  settings: EngineSettings,
  { say, show, signal }: Terminal,
  log: Log,
): Promise<boolean> {
  const rows: string[][] = [['mode', 'asked', 'made', 'seconds', 'verdict']]
  const problems: string[] = []
  for (const sample of samplesOf(engine.limits, settings)) {
    const started = performance.now()
    const onProgress = (share: number) => show(`${sample.name}  ${Math.floor(share * 100)} %`)
    onProgress(0)
    const tried = await trySample(engine, sample, signal, onProgress).catch((error: unknown) => {
      signal.throwIfAborted()
      log.warn({ err: error }, 'a mode failed')
      return { made: null, error }
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const verdict = tried.error === null ? 'ok' : `failed (${problems.length + 1})`
    if (tried.error !== null) problems.push(problemOf(problems.length + 1, sample, tried.error, settings))
    rows.push([sample.name, shapeText(sample.asked), tried.made ? shapeText(tried.made) : '-', seconds, verdict])
  }
  for (const line of ['', ...tableLines(rows, [3]), '', ...problems]) say(line)
  say(problems.length === 0 ? 'All passed.' : `${problems.length} of ${rows.length - 1} failed.`)
  return problems.length === 0
}

function problemOf(number: number, sample: Sample, error: unknown, settings: EngineSettings): string {
  const what = error instanceof Error ? error.message : String(error)
  return [`(${number}) ${sample.name}: ${what}`, `    ${adviceOf(error, settings, sample)}`, ''].join('\n')
}

function shapeText({ frames, fps, width, height, sound }: Shape): string {
  return `${frames} frames at ${Math.round(fps * 100) / 100}, ${width}x${height}, ${sound ? 'sound' : 'silent'}`
}
