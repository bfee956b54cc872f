import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { bytesLeft } from '../support/bytes-left.ts'
import { startTestGateway } from '../support/gateway.ts'
import { bodyOf, END, fieldOf, fileHead, partOf, post } from '../support/multipart.ts'
import { rounds } from '../support/rounds.ts'

/** Generated uploads: no 500, and no row and no byte of a refused upload. */

const RUNS = rounds(5, 25)
const BATCH = 20

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources

const CORPUS = [
  'rgb.png',
  'photo-exif6.jpg',
  'animated.webp',
  'moov-at-end.mp4',
  'cbr-info.mp3',
  'extensible-24bit.wav',
]
const BOMB = 'bomb-30000x30000.png'
const files = [...CORPUS, BOMB, 'lavf.flac', 'chapters.m4a'].map((name) => readFileSync(`test/corpus/${name}`))

/** A file unchanged, truncated or with changed bytes, or random bytes. */
const content = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...files) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...files), fc.nat()).map(([file, at]) => file.subarray(0, at % file.length)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...files), fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 8 }))
      .map(([file, changes]) => {
        const changed = Buffer.from(file)
        for (const [at, byte] of changes) changed[at % changed.length] = byte
        return changed
      }),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
)

const purpose = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('reference', 'input_image', 'end_image') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)
const name = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replace(/["\r\n\\]/g, '_'))

/** The parts of a form: mostly valid ones. */
const part = fc.oneof(
  { weight: 6, arbitrary: purpose.map((value) => [fieldOf('purpose', value)]) },
  { weight: 1, arbitrary: fc.tuple(name, purpose).map(([field, value]) => [fieldOf(field, value)]) },
  { weight: 1, arbitrary: fc.tuple(name, content).map(([field, bytes]) => [fileHead(field), bytes, '\r\n']) },
  { weight: 1, arbitrary: name.map((filename) => [partOf(`name="file"; filename="${filename}`)]) },
)

const upload = fc.record({
  before: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('reference', 'input_image').map((word) => [[fieldOf('purpose', word)]]) },
    { weight: 2, arbitrary: fc.array(part, { maxLength: 2 }) },
  ),
  file: content,
  filename: fc.oneof({ weight: 3, arbitrary: fc.constant('a.bin') }, { weight: 1, arbitrary: name }),
  after: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(part, { maxLength: 1 }) },
  ),
  end: fc.oneof(
    { weight: 6, arbitrary: fc.constant(END) },
    { weight: 1, arbitrary: fc.constantFrom('', END.slice(0, -4), '\r\n') },
  ),
  /** Difference between the declared length and the body; null: none is declared. */
  lie: fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(-10, 10, 1_000_000_000) },
  ),
  key: fc.option(fc.stringMatching(/^[a-z]{1,2}$/), { nil: null, freq: 5 }),
})

type Upload = typeof upload extends fc.Arbitrary<infer T> ? T : never

/** null: the connection ended without an answer. */
async function send({ before, file, filename, after, end, lie, key }: Upload) {
  const pieces = [...before.flat(), fileHead('file', filename), file, '\r\n', ...after.flat(), end]
  const bytes = Buffer.concat(await Array.fromAsync(bodyOf(...pieces)))
  const headers = {
    ...(lie === null ? {} : { 'content-length': String(Math.max(1, bytes.length + lie)) }),
    ...(key === null ? {} : { 'idempotency-key': key }),
  }
  const { sending, answer } = post(gateway, '/v1/files', bodyOf(bytes), headers)
  // The server waits for the rest, and the client disconnects.
  if (lie !== null && lie > 0 && lie < 1_000_000) sending.once('finish', () => sending.destroy())
  return answer.catch(() => null)
}

test(`${RUNS * BATCH} generated uploads get no 500, and only accepted ones have rows and bytes`, async () => {
  const accepted = new Set<string>()
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(upload, { minLength: BATCH, maxLength: BATCH }), async (batch) => {
      for (const answer of await Promise.all(batch.map(send))) {
        if (!answer) continue
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        assert.ok(
          [201, 400, 409, 413, 415, 422].includes(answer.status),
          `${answer.status} ${JSON.stringify(answer.body)}`,
        )
        if (answer.status === 201) accepted.add(answer.body.id)
        else assert.match(answer.body.error.code, /^[a-z_]+$/)
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  assert.ok((statuses.get(201) ?? 0) > 0.06 * RUNS * BATCH, `too few were accepted: ${JSON.stringify([...statuses])}`)
  const { rows } = await pool.query('select id from file')
  const { objects, temporary } = await bytesLeft(gateway)
  assert.deepEqual(rows.map(({ id }) => id).sort(), [...accepted].sort())
  assert.deepEqual(objects, [...accepted].map((id) => `files/${id}`).sort())
  assert.deepEqual(temporary, [])
})
