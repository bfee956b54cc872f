/** State of a task for the terminal. */
export interface Shown {
  /** The task's status, in the words of the API. */
  readonly status: string
  readonly progress: number
  readonly waiting: { readonly seconds: number; readonly reason: string } | null
}

export interface ProgressView {
  show(state: Shown): void
  /** Ends the live line, if there is one. */
  end(): void
}

const BAR = 28
const REDRAW_MS = 100
const SPINNER = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'

const WAITING_FOR: Readonly<Record<string, string>> = {
  capacity: 'its turn',
  lora: 'an accelerator',
  encoder: 'a free encoder',
}

/** One line that is redrawn on a terminal; elsewhere one plain line per notable change. */
export function createProgressView(out: NodeJS.WriteStream): ProgressView {
  return out.isTTY ? liveView(out) : plainView(out)
}

function secondsSince(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}

function waitingText({ waiting }: Shown, shownAt: number): string {
  if (!waiting) return ''
  const seconds = waiting.seconds + Math.floor((performance.now() - shownAt) / 1000)
  return `waiting ${seconds} s for ${WAITING_FOR[waiting.reason] ?? waiting.reason}`
}

function percent(progress: number): string {
  return `${Math.floor(progress * 100)} %`
}

/** A line that is drawn again and again, with a spinner and without an end. @returns functions that draw it now and erase it */
function liveLine(out: NodeJS.WriteStream, text: () => string | null): { draw(): void; erase(): void } {
  let turn = 0
  const draw = () => {
    const now = text()
    if (now !== null) out.write(`\r\x1b[2K${SPINNER[turn++ % SPINNER.length]} ${now}`)
  }
  const timer = setInterval(draw, REDRAW_MS)
  return {
    draw,
    erase() {
      clearInterval(timer)
      out.write('\r\x1b[2K')
    },
  }
}

/** Names what is done now, and for how long: one line on a terminal; elsewhere a line for each step. */
export function createStepView(out: NodeJS.WriteStream): { show(step: string): void; end(): void } {
  const started = performance.now()
  let step: string | null = null
  const line = out.isTTY ? liveLine(out, () => step && `${step} …  ${secondsSince(started)}`) : null
  return {
    show(next) {
      step = next
      if (line) line.draw()
      else out.write(`${secondsSince(started).padStart(7)}  ${next}\n`)
    },
    end: () => line?.erase(),
  }
}

function liveView(out: NodeJS.WriteStream): ProgressView {
  const started = performance.now()
  let state: Shown | null = null
  let shownAt = started

  const line = liveLine(out, () => {
    if (!state) return null
    const filled = Math.round(state.progress * BAR)
    const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled)
    const parts = [
      state.status.padEnd(9),
      bar,
      percent(state.progress).padStart(5),
      secondsSince(started),
      waitingText(state, shownAt),
    ]
    return parts.filter((part) => part !== '').join('  ')
  })
  return {
    show(next) {
      state = next
      shownAt = performance.now()
      line.draw()
    },
    end: () => line.erase(),
  }
}

function plainView(out: NodeJS.WriteStream): ProgressView {
  const started = performance.now()
  let last = ''
  return {
    show(state) {
      const waiting = state.waiting ? `  ${waitingText(state, performance.now())}` : ''
      const line = `${state.status.padEnd(9)} ${percent(state.progress).padStart(5)}`
      if (line + waiting === last) return
      last = line + waiting
      out.write(`${secondsSince(started).padStart(7)}  ${line}${waiting}\n`)
    },
    end() {},
  }
}
