import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Purpose } from '../../src/file/file.ts'
import { bothDoors, tracesOf } from '../support/doors.ts'
import { startTestGateway } from '../support/gateway.ts'
import { corpus, pngOf, uploaded, videoOf, wavOf } from '../support/material.ts'

/**
 * Every rule of a create's material (docs/rules/material.md#references), through REST and GraphQL, with uploaded files.
 */

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources
const doors = bothDoors(gateway)

/** Bytes of each name, created once. */
const MATERIAL = {
  photo: await corpus('photo-exif6.jpg'),
  wide: await pngOf(1600, 700),
  tall: await pngOf(300, 500),
  square: await pngOf(64, 64),
  portrait: await corpus('rotated-90.mp4'),
  anamorphic: await corpus('anamorphic-sar.mp4'),
  clip: await videoOf(42, 10),
  clip63: await videoOf(63, 10),
  clip151: await videoOf(151, 10),
  clip152: await videoOf(152, 10),
  four: await videoOf(4, 24),
  five: await videoOf(5, 24),
  lying: await corpus('header-lies-16s.mp4'),
  song: await wavOf(9),
  song15: await corpus('exactly-15s.mp3'),
  second: await wavOf(1),
  fifty: await wavOf(15.2),
} as const

type Name = keyof typeof MATERIAL
type Ids = (name: Name, times?: number) => string
type Body = Readonly<Record<string, unknown>>

interface Rule {
  readonly name: string
  /** The create's body; `file` returns the id of an upload for references, `start` and `end` of the images. */
  readonly body: (file: Ids, start: Ids, end: Ids) => Body
  /** Changes to the account's files before the create. */
  readonly before?: (accountId: string) => Promise<unknown>
  readonly code?: string
  readonly param?: string
  /** Columns of the created task. */
  readonly task?: Readonly<Record<string, unknown>>
}

const prompt = 'a lake at sunset'
const i2v = { prompt, mode: 'image_to_video' }
const r2v = { prompt, mode: 'reference_to_video' }
const times = (count: number, id: string) => Array.from({ length: count }, () => id)

const MODES: readonly Rule[] = [
  {
    name: 'a start frame is enough',
    body: (_, start) => ({ ...i2v, input_image: start('photo') }),
    task: { mode: 'image_to_video', aspect_ratio: '16:9', end_image: null, references: [] },
  },
  { name: 'an end frame is enough', body: (_, _s, end) => ({ ...i2v, end_image: end('photo') }), task: {} },
  {
    name: 'both frames',
    body: (_, start, end) => ({ ...i2v, input_image: start('photo'), end_image: end('wide') }),
    task: {},
  },
  { name: 'no frame', body: () => i2v, code: 'missing_parameter', param: 'input_image' },
  {
    name: 'an end frame outside image_to_video',
    body: (file, _, end) => ({ ...r2v, references: [file('photo')], end_image: end('photo') }),
    code: 'conflicting_parameters',
    param: 'end_image',
  },
  {
    name: 'a start frame in text_to_video',
    body: (_, start) => ({ prompt, input_image: start('photo') }),
    code: 'conflicting_parameters',
    param: 'input_image',
  },
  {
    name: 'references in image_to_video',
    body: (file, start) => ({ ...i2v, input_image: start('photo'), references: [file('photo')] }),
    code: 'conflicting_parameters',
    param: 'references',
  },
  { name: 'no references', body: () => r2v, code: 'missing_parameter', param: 'references' },
  {
    name: 'empty references',
    body: () => ({ ...r2v, references: [] }),
    code: 'missing_parameter',
    param: 'references',
  },
]

const FILES: readonly Rule[] = [
  {
    name: 'an unknown start frame',
    body: () => ({ ...i2v, input_image: 'file_none' }),
    code: 'file_not_found',
    param: 'input_image',
  },
  {
    name: 'an unknown third reference',
    body: (file) => ({ ...r2v, references: [file('photo'), file('clip'), 'file_none'] }),
    code: 'file_not_found',
    param: 'references[2]',
  },
  {
    name: 'an expired reference',
    body: (file) => ({ ...r2v, references: [file('photo')] }),
    before: (id) => pool.query('update file set expires_at = now() where account_id = $1', [id]),
    code: 'file_expired',
    param: 'references[0]',
  },
  {
    name: 'a deleted reference',
    body: (file) => ({ ...r2v, references: [file('photo')] }),
    before: (id) => pool.query('update file set deleted_at = now() where account_id = $1', [id]),
    code: 'file_not_found',
    param: 'references[0]',
  },
  {
    name: 'a start frame uploaded as a reference',
    body: (file) => ({ ...i2v, input_image: file('photo') }),
    task: {},
  },
  {
    name: 'an end frame uploaded as a start frame',
    body: (_, start) => ({ ...i2v, end_image: start('photo') }),
    task: {},
  },
  {
    name: 'a start frame uploaded as an end frame',
    body: (_, _s, end) => ({ ...i2v, input_image: end('photo') }),
    task: {},
  },
  {
    name: 'one image as start and end frame',
    body: (_, start) => ({ ...i2v, input_image: start('photo'), end_image: start('photo') }),
    task: {},
  },
  {
    name: 'a reference uploaded as a start frame',
    body: (file, start, end) => ({
      ...r2v,
      prompt: '@图片2 @图片3',
      references: [file('photo'), start('photo'), end('wide')],
    }),
    task: {},
  },
  {
    name: 'a video as a start frame',
    body: (file) => ({ ...i2v, input_image: file('clip') }),
    code: 'file_wrong_kind',
    param: 'input_image',
  },
  {
    name: 'audio as an end frame',
    body: (file, start) => ({ ...i2v, input_image: start('photo'), end_image: file('song') }),
    code: 'file_wrong_kind',
    param: 'end_image',
  },
]

const CAPS: readonly Rule[] = [
  {
    name: 'nine images, three videos and three audio files',
    body: (file) => ({
      ...r2v,
      references: [...times(9, file('square')), ...times(3, file('clip')), ...times(3, file('second'))],
    }),
    task: { mode: 'reference_to_video' },
  },
  {
    name: 'ten images',
    body: (file) => ({ ...r2v, references: times(10, file('square')) }),
    code: 'too_many_references',
    param: 'references[9]',
  },
  {
    name: 'four videos',
    body: (file) => ({ ...r2v, references: [file('square'), ...times(4, file('five'))] }),
    code: 'too_many_references',
    param: 'references[4]',
  },
  {
    name: 'four audio files',
    body: (file) => ({ ...r2v, references: times(4, file('second')) }),
    code: 'too_many_references',
    param: 'references[3]',
  },
  {
    name: 'sixteen files',
    body: (file) => ({ ...r2v, references: times(16, file('square')) }),
    code: 'too_many_references',
    param: 'references[15]',
  },
  {
    name: 'videos of 15.3 s in three are within the tolerance',
    body: (file) => ({ ...r2v, references: [file('clip'), file('clip'), file('clip63')] }),
    task: {},
  },
  {
    name: 'videos of more than 15 s together',
    body: (file) => ({ ...r2v, references: [file('clip63'), file('clip63'), file('clip')] }),
    code: 'material_too_long',
    param: 'references[2]',
  },
  { name: 'one video of 15.1 s', body: (file) => ({ ...r2v, references: [file('clip151')] }), task: {} },
  {
    name: 'one video of 15.2 s',
    body: (file) => ({ ...r2v, references: [file('clip152')] }),
    code: 'material_too_long',
    param: 'references[0]',
  },
  {
    name: 'a video of 16 s whose header says 1.6',
    body: (file) => ({ ...r2v, references: [file('lying')] }),
    code: 'material_too_long',
    param: 'references[0]',
  },
  { name: 'audio of 15 s', body: (file) => ({ ...r2v, references: [file('song15')] }), task: {} },
  {
    name: 'audio of more than 15 s together',
    body: (file) => ({ ...r2v, references: [file('song15'), file('second')] }),
    code: 'material_too_long',
    param: 'references[1]',
  },
  {
    name: 'audio of 15.2 s',
    body: (file) => ({ ...r2v, references: [file('fifty')] }),
    code: 'material_too_long',
    param: 'references[0]',
  },
  { name: 'audio alone', body: (file) => ({ ...r2v, references: [file('song')] }), task: {} },
  { name: 'a video of five frames', body: (file) => ({ ...r2v, references: [file('five')] }), task: {} },
  {
    name: 'a video of four frames',
    body: (file) => ({ ...r2v, references: [file('photo'), file('four')] }),
    code: 'material_too_short',
    param: 'references[1]',
  },
]

const marked = (text: string, code?: string): Rule => ({
  name: `the prompt ${JSON.stringify(text)}`,
  body: (file) => ({ ...r2v, prompt: text, references: [file('photo'), file('clip'), file('wide'), file('song')] }),
  ...(code ? { code, param: 'prompt' } : { task: { prompt: text } }),
})

const MARKERS: readonly Rule[] = [
  marked('@图片1 与 @图片2，配乐 @音频1，动作如 @视频1'),
  marked('@图片 alone is text, and so is @视频, @音频。'),
  marked('<Picture 2> beside <Video 1>'),
  marked('@图片3', 'reference_not_supplied'),
  marked('@图片12', 'reference_not_supplied'),
  marked('@视频2', 'reference_not_supplied'),
  marked('@音频2', 'reference_not_supplied'),
  marked('@图片01', 'reference_not_supplied'),
  marked('@图片0', 'reference_not_supplied'),
  marked('@图片１', 'reference_not_supplied'),
  marked('@图片1２', 'reference_not_supplied'),
  marked('@图片 1', 'reference_not_supplied'),
  marked('＠图片1', 'reference_not_supplied'),
  marked('@圖片1', 'reference_not_supplied'),
  marked('<picture 2>', 'reference_not_supplied'),
  marked('@图片99999999999999999999', 'reference_not_supplied'),
  marked('<Picture 3>', 'reference_not_supplied'),
  marked('<Audio 01>', 'reference_not_supplied'),
  {
    name: 'a marker in image_to_video',
    body: (_, start) => ({ ...i2v, prompt: '@图片1', input_image: start('photo') }),
    code: 'reference_not_supplied',
    param: 'prompt',
  },
]

const auto = (name: string, body: Rule['body'], ratio: string, size: readonly [number, number]): Rule => ({
  name: `auto: ${name} is ${ratio}`,
  body: (...ids) => ({ ...body(...ids), aspect_ratio: 'auto' }),
  task: { aspect_ratio: ratio, width: size[0], height: size[1] },
})

const SHAPES: readonly Rule[] = [
  auto('a photo that EXIF rotates', (_, start) => ({ ...i2v, input_image: start('photo') }), '4:3', [1024, 768]),
  auto('a wide image', (_, start) => ({ ...i2v, input_image: start('wide') }), '21:9', [1536, 672]),
  auto(
    'the end frame, without a start frame',
    (_, _s, end) => ({ ...i2v, end_image: end('tall') }),
    '9:16',
    [768, 1344],
  ),
  auto(
    'the start frame before the end frame',
    (_, start, end) => ({ ...i2v, input_image: start('square'), end_image: end('tall') }),
    '1:1',
    [768, 768],
  ),
  auto('a video rotated by its matrix', (file) => ({ ...r2v, references: [file('portrait')] }), '9:16', [768, 1344]),
  auto('a video with non-square pixels', (file) => ({ ...r2v, references: [file('anamorphic')] }), '16:9', [1344, 768]),
  auto(
    'the first reference with pixels',
    (file) => ({ ...r2v, references: [file('song'), file('tall'), file('wide')] }),
    '9:16',
    [768, 1344],
  ),
  auto('audio alone', (file) => ({ ...r2v, references: [file('song')] }), '16:9', [1344, 768]),
]

const PRICES: readonly Rule[] = [
  {
    name: 'seven images, 10.5 s of video and 9 s of audio',
    body: (file) => ({
      ...r2v,
      references: [...times(7, file('square')), file('clip'), file('clip63'), file('song')],
    }),
    task: { frozen_micro: 3_175_000 },
  },
  {
    name: 'images in image_to_video cost nothing',
    body: (_, start, end) => ({ ...i2v, input_image: start('photo'), end_image: end('photo') }),
    task: { frozen_micro: 2_520_000 },
  },
]

async function made(rule: Rule, key: string, accountId: string): Promise<Body> {
  const ids = new Map<string, string>()
  const wanted: [purpose: Purpose, name: Name][] = []
  const placeholder = (purpose: Purpose) => (name: Name) => {
    wanted.push([purpose, name])
    return ids.get(`${purpose} ${name}`) ?? ''
  }
  const places = [placeholder('reference'), placeholder('input_image'), placeholder('end_image')] as const
  rule.body(...places)
  for (const [purpose, name] of wanted) {
    const place = `${purpose} ${name}`
    if (!ids.has(place)) ids.set(place, await uploaded(gateway, MATERIAL[name], purpose, key))
  }
  const body = rule.body(...places)
  await rule.before?.(accountId)
  return body
}

async function check(rule: Rule): Promise<void> {
  const left: unknown[] = []
  for (const door of doors) {
    const { accountId, key } = await gateway.newAccount()
    const outcome = await door(key, await made(rule, key, accountId))
    assert.deepEqual(outcome, rule.code ? { codes: [rule.code], param: rule.param } : { codes: [], param: null })
    const trace = await tracesOf(gateway, accountId)
    assert.equal(trace.tasks?.length ?? 0, rule.code ? 0 : 1)
    const [task] = trace.tasks ?? []
    for (const [column, value] of Object.entries(rule.task ?? {})) assert.deepEqual(task[column], value, column)
    const { rows } = await pool.query('select pins from file where account_id = $1', [accountId])
    assert.deepEqual([...new Set(rows.map(({ pins }) => pins))], rows.length > 0 ? [rule.code ? 0 : 1] : [])
    for (const name of ['input_image', 'end_image', 'references']) if (task) delete task[name]
    left.push(trace)
  }
  assert.deepEqual(left[0], left[1])
}

for (const rule of [...MODES, ...FILES, ...CAPS, ...MARKERS, ...SHAPES, ...PRICES]) {
  test(`${rule.name}: ${rule.code ? `${rule.code} ${rule.param}` : 'accepted'}, in REST and GraphQL`, () => check(rule))
}

test('another account’s file is refused like a missing file', async () => {
  const owner = await gateway.newAccount()
  const id = await uploaded(gateway, MATERIAL.photo, 'reference', owner.key)
  for (const door of doors) {
    const { key } = await gateway.newAccount()
    const outcome = await door(key, { ...r2v, references: [id] })
    assert.deepEqual(outcome, { codes: ['file_not_found'], param: 'references[0]' })
  }
})

test('reference equals references with one item, and both together are refused', async () => {
  const id = await uploaded(gateway, MATERIAL.photo, 'reference')
  const one = await gateway.call('POST', '/v1/videos', { ...r2v, reference: id })
  assert.equal(one.status, 202)
  assert.deepEqual(one.body.references, [id])
  const both = await gateway.call('POST', '/v1/videos', { ...r2v, reference: id, references: [id] })
  assert.deepEqual(
    [both.status, both.body.error?.code, both.body.error?.param],
    [400, 'conflicting_parameters', 'reference'],
  )
  const gone = await gateway.call('POST', '/v1/videos', { ...r2v, reference: 'file_none' })
  assert.deepEqual([gone.status, gone.body.error?.code, gone.body.error?.param], [400, 'file_not_found', 'reference'])
})
