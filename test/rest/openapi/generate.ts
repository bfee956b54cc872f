import fc from 'fast-check'
import type { Call } from './calling.ts'
import type { Contract, Documented, Json } from './documented.ts'

/** Existing ids, by prefix. */
export type Known = Readonly<Record<string, readonly string[]>>

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\ud800',
    'a\0b',
    '@图片1',
    '<Picture 1>',
    '\u202e',
    '__proto__',
    'x'.repeat(9000),
    '2026-11-27T21:57:00Z',
  ),
)
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-0, 1e308, 2 ** 53, 2 ** 63))
const junk: fc.Arbitrary<unknown> = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
)

const mostly = <T>(sound: fc.Arbitrary<T>, rarely: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: sound }, { weight: 1, arbitrary: rarely })

const seldom = <T>(oneIn: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: oneIn, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

/** Values that match a schema of the document, as far as it defines them. */
function soundOf(contract: Contract, known: Known, described: Json): fc.Arbitrary<unknown> {
  const schema = contract.resolve(described)
  const within = (each: Json) => soundOf(contract, known, each)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(within))
  const [type = 'any'] = [schema.type].flat()
  if (type === 'object' && schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, each]) => [name, within(each)] as const)
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
  }
  if (type === 'object') return fc.dictionary(text, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })
  if (type === 'array') return fc.array(within(schema.items), { maxLength: 4 })
  if (type === 'string') return stringOf(known, schema)
  if (type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 2 ** 31 - 1 })
  if (type === 'number') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 })
  return type === 'boolean' ? fc.boolean() : junk
}

function stringOf(known: Known, { pattern, format, maxLength = 40 }: Json): fc.Arbitrary<string> {
  const prefix = /^\^([a-z]+)_\[/.exec(pattern ?? '')?.[1]
  if (prefix) return fc.noBias(fc.constantFrom(...(known[prefix] ?? []), `${prefix}_${'0'.repeat(26)}`))
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map((date) => date.toISOString())
  if (format === 'uri') return fc.webUrl()
  return fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(maxLength, 40) })
}

/** A body with one mistake: an extra, missing or random member. */
function spoilt(sound: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(sound, fc.nat(), junk, text, fc.constantFrom('replace', 'remove', 'add', 'wrap', 'all'))
    .map(([body, at, value, name, how]) => {
      if (how === 'all' || typeof body !== 'object' || body === null) return value
      if (how === 'wrap') return [body]
      if (how === 'add') return { ...body, [name]: value }
      const names = Object.keys(body)
      const chosen = names[at % Math.max(names.length, 1)] ?? 'x'
      return how === 'remove' ? { ...body, [chosen]: undefined } : { ...body, [chosen]: value }
    })
}

/** JSON text, sometimes malformed or sent as another type. */
function jsonBody(sound: fc.Arbitrary<unknown>): fc.Arbitrary<Pick<Call, 'body' | 'headers'>> {
  const whole = fc
    .oneof({ weight: 3, arbitrary: sound }, { weight: 2, arbitrary: spoilt(sound) })
    .map((body) => JSON.stringify(body) ?? '')
  const broken = fc.tuple(whole, fc.nat(), text).map(([json, at, more]) => json.slice(0, at % (json.length + 1)) + more)
  const headers = fc.constantFrom(
    'text/plain',
    'application/json; charset=latin1',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
  )
  return fc.oneof(
    { weight: 8, arbitrary: whole.map((body) => ({ body })) },
    { weight: 1, arbitrary: broken.map((body) => ({ body })) },
    {
      weight: 1,
      arbitrary: fc.tuple(whole, headers).map(([body, type]) => ({ body, headers: { 'content-type': type } })),
    },
  )
}

/** Forms with the parts of a schema, and others; a file is valid or random bytes. */
function formBody(sound: fc.Arbitrary<unknown>, file: Blob): fc.Arbitrary<Pick<Call, 'body'>> {
  const bytes = mostly(
    fc.constant(file),
    fc.uint8Array({ maxLength: 300 }).map((each) => new Blob([new Uint8Array(each)])),
  )
  const parts = fc.oneof({ weight: 3, arbitrary: sound }, { weight: 1, arbitrary: spoilt(sound) })
  return fc.tuple(parts, bytes, mostly(fc.constant('a.png'), text)).map(([fields, content, filename]) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields ?? {})) {
      if (name === 'file') form.append(name, new File([content], filename.toWellFormed()))
      else if (value !== undefined) form.append(name.toWellFormed(), textOf(value))
    }
    return { body: form }
  })
}

/** A value for a text-only parameter; a head that is too large is refused before any operation. */
const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 400).toWellFormed()

/** A header value that `fetch` can send. */
const headerText = (value: unknown) =>
  textOf(value)
    .replace(/[^\x20-\x7e]/g, '')
    .trim()

/** Parameters of one kind, most of them omitted: valid or random; sometimes an unknown one. */
function parametersOf(
  contract: Contract,
  known: Known,
  parameters: readonly Json[],
): fc.Arbitrary<[string, unknown][]> {
  const given = parameters.map(({ name, schema, example }) => {
    const sound = soundOf(contract, known, schema)
    const values = mostly(example === undefined ? sound : fc.oneof(sound, fc.constant(example)), junk)
    return seldom(
      2,
      values.map((value): [string, unknown] => [name, value]),
    )
  })
  const other = seldom(20, fc.tuple(text, junk))
  return fc.tuple(fc.tuple(...given), other).map(([each, more]) => [...each, more].filter((one) => one !== null))
}

/** Calls of an operation, made from its document: valid, almost valid and random. */
export function callsFor(contract: Contract, known: Known, operation: Documented, file: Blob): fc.Arbitrary<Call> {
  const { parameters = [], requestBody } = operation.described
  const of = (place: string) => parameters.filter((parameter: Json) => parameter.in === place)
  const [path] = of('path')
  const sound = path ? soundOf(contract, known, path.schema) : fc.constant('')
  // A path of dots is another path.
  const id = path
    ? mostly(
        sound,
        text.filter((value) => !/^\.*$/.test(value)).map((value) => value.toWellFormed()),
      )
    : sound
  const query = parametersOf(contract, known, of('query')).map((given) =>
    new URLSearchParams(given.map(([name, value]) => [textOf(name), textOf(value)])).toString(),
  )
  const headers = parametersOf(contract, known, of('header')).map((given) =>
    Object.fromEntries(
      given.filter(([name]) => /^[\w-]+$/.test(name)).map(([name, value]) => [name.slice(0, 40), headerText(value)]),
    ),
  )
  const content = requestBody?.content ?? {}
  const [json, form] = [content['application/json'], content['multipart/form-data']]
  const bodyFor = ({ schema, examples }: Json) =>
    fc.oneof(
      soundOf(contract, known, schema),
      ...Object.values<Json>(examples ?? {}).map(({ value }) => fc.constant(value)),
    )
  const bodies = [...(json ? [jsonBody(bodyFor(json))] : []), ...(form ? [formBody(bodyFor(form), file)] : [])]
  const body: fc.Arbitrary<Pick<Call, 'body' | 'headers'>> = bodies.length > 0 ? fc.oneof(...bodies) : fc.constant({})
  return fc.tuple(id, query, headers, body).map(([given, asked, shown, sent]) => ({
    id: String(given),
    ...(asked === '' ? {} : { query: asked }),
    ...sent,
    headers: { ...shown, ...sent.headers },
  }))
}
