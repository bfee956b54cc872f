/** A parsed curl command line. */
export interface Request {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** Of `-d`. */
  readonly data: string | null
  /** Of `-F`: `name=value`, or `name=@path`. */
  readonly fields: readonly string[]
  /** Of `-o`; standard output otherwise. */
  readonly output: string | null
  readonly follows: boolean
  /** Of `-w`, written after the answer. */
  readonly ending: string
  /** How long a large body waits for 100 Continue. */
  readonly patienceMs: number
}

/** Options without a value and without an effect here: there is no progress meter and no output buffer. */
const QUIET = ['-s', '-S', '-N']
const WITH_VALUE = ['-X', '-H', '-d', '-F', '-o', '-w', '--expect100-timeout']

/** @throws Error for an option that this repository does not use and this program does not support */
export function readCommandLine(words: readonly string[]): Request {
  const given: Record<string, string[]> = {}
  const urls: string[] = []
  const rest = words.flatMap((word) => (/^-[a-zA-Z]{2,}$/.test(word) ? apart(word) : [word]))
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? ''
    if (!word.startsWith('-')) urls.push(word)
    else if (WITH_VALUE.includes(word)) add(given, word, rest[++at])
    else if (word === '-L' || QUIET.includes(word)) add(given, word, '')
    else throw new Error(`the option ${word} is not supported`)
  }
  const [url, ...others] = urls
  if (url === undefined || others.length > 0) throw new Error('one address is expected')
  const fields = given['-F'] ?? []
  const data = given['-d']?.join('&') ?? null
  if (data?.startsWith('@') || (data !== null && fields.length > 0))
    throw new Error('this kind of body is not supported')
  const headers = Object.fromEntries((given['-H'] ?? []).map(headerOf))
  const typed = data === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  return {
    url: new URL(/^https?:/.test(url) ? url : `http://${url}`),
    method: given['-X']?.at(-1) ?? (data === null && fields.length === 0 ? 'GET' : 'POST'),
    headers: { accept: '*/*', 'user-agent': 'curl/8.0.0', ...typed, ...headers },
    data,
    fields,
    output: given['-o']?.at(-1) ?? null,
    follows: '-L' in given,
    ending: given['-w']?.at(-1) ?? '',
    patienceMs: 1000 * Number(given['--expect100-timeout']?.at(-1) ?? 1),
  }
}

/** `-sS` as `-s -S`: combined letters have no values. */
function apart(word: string): string[] {
  return Array.from(word.slice(1), (letter) => `-${letter}`).map((each) => {
    if (WITH_VALUE.includes(each)) throw new Error(`${each} is not allowed within ${word}`)
    return each
  })
}

function add(given: Record<string, string[]>, name: string, value: string | undefined): void {
  if (value === undefined) throw new Error(`${name} has no value`)
  given[name] = [...(given[name] ?? []), value]
}

function headerOf(line: string): [name: string, value: string] {
  const [, name, value] = /^([\w-]+): *(.+)$/.exec(line) ?? []
  if (name === undefined || value === undefined) throw new Error(`the header ${line} is malformed`)
  return [name.toLowerCase(), value]
}
