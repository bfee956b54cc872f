import type { Log } from '../../../src/lib/log.ts'
import type { Preview, Progress } from '../engine.ts'
import { EngineFailure, refusal } from '../failure.ts'
import { type Answer, looksLikeAnswer, readReport } from './report.ts'
import { type RunningCommand, startCommand } from './run.ts'

/** Time that a program may take to end after its answer. */
const LINGER_MS = 10_000
/** Log limits of one request: the number of lines and the characters of each. */
const MOST_LOGGED = 500
const MOST_CHARACTERS = 2000
/** Characters of standard error that a failure quotes. */
const LAST_WORDS = 2000

export interface Asking {
  readonly command: readonly [program: string, ...rest: string[]]
  readonly log: Log
  readonly onStart?: ((group: number) => void) | undefined
}

/**
 * Runs the command once for one request and returns its answer.
 * @throws Refusal, EngineFailure, the signal's reason
 */
export async function ask(
  { command, log, onStart }: Asking,
  request: object,
  signal: AbortSignal,
  onProgress: Progress,
  onPreview: Preview = () => {},
): Promise<Exclude<Answer, { refused: unknown } | { failed: unknown }>> {
  let answer: Answer | null = null
  let garbled: string | null = null
  let words = ''
  let reached = 0
  let lingering: NodeJS.Timeout | undefined
  const logLine = newChatter(log)
  const finish = (running: RunningCommand) => {
    lingering ??= setTimeout(running.stop, LINGER_MS)
  }
  const onLine = (line: string) => {
    const report = answer || garbled ? null : readReport(line)
    if (report && 'progress' in report) {
      reached = Math.max(reached, report.progress)
      onProgress(reached)
    } else if (report && 'preview' in report) {
      onPreview(report.preview)
    } else if (report && !('log' in report)) {
      answer = report
      finish(running)
    } else {
      logLine(report ? report.log : line)
      if (!answer && looksLikeAnswer(line)) garbled ??= line.slice(0, MOST_CHARACTERS)
      if (garbled) finish(running)
    }
  }
  const onWords = (line: string) => {
    words = `${words}${line}\n`.slice(-LAST_WORDS)
    logLine(line)
  }
  const running = startCommand({ command, request, signal, onLine, onWords, onStart })
  const ending = await running.ended.finally(() => clearTimeout(lingering))
  const how = `it ended with ${ending.by ?? ending.code}`
  if (garbled) throw new EngineFailure(`the command's answer is not of the protocol: ${garbled}`, { retry: true })
  if (!answer) {
    throw new EngineFailure(`the command gave no answer; ${how}: ${words.trim() || 'no message'}`, { retry: true })
  }
  if (ending.code !== 0) log.warn({ ...ending }, 'the command answered, but ended with an error')
  return given(answer)
}

/** Throws if the answer is a refusal or a failure. */
function given(answer: Answer): Exclude<Answer, { refused: unknown } | { failed: unknown }> {
  if ('refused' in answer) throw refusal(answer.refused.reason, answer.refused.detail ?? '')
  if ('failed' in answer) {
    throw new EngineFailure(`the command failed: ${answer.failed.detail}`, { retry: answer.failed.retry ?? true })
  }
  return answer
}

function newChatter(log: Log): (line: string) => void {
  let count = 0
  return (line) => {
    count++
    if (count < MOST_LOGGED) log.info({ line: line.slice(0, MOST_CHARACTERS) }, 'the command says')
    if (count === MOST_LOGGED) log.warn('the command writes more messages than are logged')
  }
}
