/** Options of one file on ffmpeg's command line; each must be read, so that none is ignored. */
export interface Options {
  /** The value of a required option; with `allowed`, one of these. */
  take(name: string, ...allowed: readonly string[]): string
  has(name: string): boolean
}

export interface CommandLine {
  readonly inputs: readonly (Options & { readonly path: string })[]
  readonly output: Options & { readonly path: string }
  /** @throws Error if an option was not read */
  finish(): void
}

/** The general options: no banner, no input, overwrite. */
const BEGINNING = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y']
/** Options without a value. */
const SWITCHES = ['-noautorotate', '-nostats']

/** @throws Error for a command line that differs from the product's */
export function readCommandLine(words: readonly string[]): CommandLine {
  const beginning = words.slice(0, BEGINNING.length)
  if (beginning.join(' ') !== BEGINNING.join(' ')) throw new Error(`the line begins with ${beginning.join(' ')}`)
  const left: Map<string, string>[] = []
  const inputs: CommandLine['inputs'][number][] = []
  let own = new Map<string, string>()
  const closed = (path: string) => {
    left.push(own)
    const file = { path, ...optionsOf(own) }
    own = new Map()
    return file
  }
  const rest = words.slice(BEGINNING.length)
  for (let at = 0; at < rest.length - 1; at++) {
    const name = rest[at] ?? ''
    if (!name.startsWith('-')) throw new Error(`${name} is not an option`)
    if (own.has(name)) throw new Error(`${name} is repeated`)
    const value = SWITCHES.includes(name) ? '' : (rest[++at] ?? '')
    if (name === '-i') inputs.push(closed(value))
    else own.set(name, value)
  }
  const output = closed(rest.at(-1) ?? '')
  return {
    inputs,
    output,
    finish() {
      const unknown = left.flatMap((options) => [...options.keys()])
      if (unknown.length > 0) throw new Error(`not supported here: ${unknown.join(', ')}`)
    },
  }
}

function optionsOf(own: Map<string, string>): Options {
  return {
    has: (name) => own.has(name),
    take(name, ...allowed) {
      const value = own.get(name)
      own.delete(name)
      if (value === undefined) throw new Error(`${name} is missing`)
      if (allowed.length > 0 && !allowed.includes(value)) throw new Error(`${name} ${value} is not supported`)
      return value
    },
  }
}
