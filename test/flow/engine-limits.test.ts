import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { EngineLimits } from '../../src/engine-limits.ts'
import { bothDoors, tracesOf } from '../support/doors.ts'
import { attach } from '../support/fleet.ts'
import { startTestGateway } from '../support/gateway.ts'
import { pngOf, uploaded, wavOf } from '../support/material.ts'

/** What the attached engines cannot make is refused at the create (docs/rules/material.md#engine-limits). */

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources
const doors = bothDoors(gateway)

const [photo, strip, song] = [await pngOf(400, 400), await pngOf(900, 300), await wavOf(9)]

const REFERENCES: EngineLimits = {
  modes: {
    text_to_video: { maxMs: 10_000 },
    reference_to_video: {
      references: { max: 3, audioOnly: false, image: { maxRatio: 2.5, minSide: 256 }, video: { max: 0 } },
    },
  },
}
const IMAGES: EngineLimits = {
  modes: { text_to_video: { maxMs: 10_000 }, image_to_video: { minMs: 6000, ends: ['start'] } },
}

const engines = await Promise.all([attach(gateway, REFERENCES), attach(gateway, IMAGES)])
after(() => Promise.all(engines.map(({ leave }) => leave())))

type Files = Readonly<Record<'photo' | 'strip' | 'song' | 'start' | 'end', string>>

const prompt = 'a lake at sunset'
const i2v = { prompt, mode: 'image_to_video', duration: 6 }
const r2v = { prompt, mode: 'reference_to_video' }

/** A create's body with its error code and parameter; null if one engine can make it. */
const CASES: readonly (readonly [name: string, body: (files: Files) => object, error: readonly string[] | null])[] = [
  ['text of 10 s', () => ({ prompt, duration: 10 }), null],
  ['text of 10.001 s', () => ({ prompt, duration: 10.001 }), ['invalid_parameter', 'duration']],
  ['a start image', ({ start }) => ({ ...i2v, input_image: start }), null],
  ['an end image alone', ({ end }) => ({ ...i2v, end_image: end }), ['invalid_parameter', 'end_image']],
  [
    'both images',
    ({ start, end }) => ({ ...i2v, input_image: start, end_image: end }),
    ['invalid_parameter', 'end_image'],
  ],
  ['a short video', ({ start }) => ({ ...i2v, duration: 5.5, input_image: start }), ['invalid_parameter', 'duration']],
  ['three references', ({ photo, song }) => ({ ...r2v, references: [photo, photo, song] }), null],
  [
    'four references',
    ({ photo, song }) => ({ ...r2v, references: [photo, song, photo, photo] }),
    ['too_many_references', 'references[3]'],
  ],
  ['audio alone', ({ song }) => ({ ...r2v, references: [song] }), ['invalid_parameter', 'references']],
  [
    'a narrow image',
    ({ photo, strip }) => ({ ...r2v, references: [photo, strip] }),
    ['invalid_parameter', 'references[1]'],
  ],
]

async function filesOf(key: string): Promise<Files> {
  return {
    photo: await uploaded(gateway, photo, 'reference', key),
    strip: await uploaded(gateway, strip, 'reference', key),
    song: await uploaded(gateway, song, 'reference', key),
    start: await uploaded(gateway, photo, 'input_image', key),
    end: await uploaded(gateway, photo, 'end_image', key),
  }
}

for (const [index, name] of ['REST', 'GraphQL'].entries()) {
  test(`${name} refuses what no attached engine can make, with its parameter, and freezes nothing`, async () => {
    const { accountId, key } = await gateway.newAccount()
    const files = await filesOf(key)
    for (const [name, body, error] of CASES) {
      const [code, param = null] = error ?? []
      const before = await tracesOf(gateway, accountId)
      const outcome = await doors[index]?.(key, body(files) as Record<string, unknown>)
      assert.deepEqual(outcome, { codes: code ? [code] : [], param }, name)
      if (error) assert.deepEqual(await tracesOf(gateway, accountId), before, name)
    }
  })
}

test('a task remembers the attached engines that cannot make it', async () => {
  const { key } = await gateway.newAccount()
  const input_image = await uploaded(gateway, photo, 'input_image', key)
  const { body } = await gateway.call('POST', '/v1/videos', { ...i2v, input_image }, { authorization: `Bearer ${key}` })
  const { rows } = await pool.query('select profile from unfit_engine where task_id = $1', [body.id])
  assert.deepEqual(rows, [{ profile: engines[0].profile }])
})

test('a dry run shows the refusal of the engines', async () => {
  const { status, body } = await gateway.call('POST', '/v1/videos?dry_run=true', { prompt, duration: 12 })
  assert.equal(status, 200)
  assert.deepEqual([body.valid, body.errors[0]?.param], [false, 'duration'])
})

test('an engine of another account’s pool neither helps nor hinders', async () => {
  const owner = await gateway.newAccount()
  const own = await attach(gateway, { modes: { text_to_video: {} } }, owner.accountId)
  const create = async (key: string, service_tier: string) =>
    (
      await gateway.call(
        'POST',
        '/v1/videos',
        { prompt, duration: 12, service_tier },
        { authorization: `Bearer ${key}` },
      )
    ).status
  assert.deepEqual([await create(owner.key, 'dedicated'), await create(gateway.key, 'dedicated')], [202, 400])
  await own.leave()
})
