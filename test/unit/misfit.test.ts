import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EngineLimits, ModeLimits } from '../../src/engine-limits.ts'
import type { FileRecord } from '../../src/file/file.ts'
import { misfitOf, refusalOf, type Wanted } from '../../src/task/misfit.ts'

/** Each limit of an engine at its bound and beyond it (docs/rules/material.md#engine-limits). */

const FILE: FileRecord = {
  ...{ id: 'file_1', accountId: 'acc_1', purpose: 'reference', filename: 'a', sha256: '', objectKey: '' },
  ...{ createdAt: new Date(0), expiresAt: new Date(0), kind: 'image', contentType: 'image/png', bytes: 1000 },
  ...{ width: 512, height: 512, durationMs: null, hasAudio: false },
}
const image = (facts: Partial<FileRecord> = {}) => ({ ...FILE, ...facts })
const video = (facts: Partial<FileRecord> = {}) => ({ ...FILE, kind: 'video' as const, durationMs: 5000, ...facts })
const audio = (facts: Partial<FileRecord> = {}) => ({
  ...FILE,
  ...{ kind: 'audio' as const, durationMs: 5000, width: null, height: null },
  ...facts,
})

function wanted(mode: Wanted['mode'], files: readonly FileRecord[] = [], more: Partial<Wanted> = {}): Wanted {
  const references = files.map((file, index) => ({ param: `references[${index}]`, file }))
  return { mode, durationMs: 5000, inputImage: null, endImage: null, references, ...more }
}

const start = { param: 'input_image', file: image() }
const end = { param: 'end_image', file: image() }
const text = (durationMs: number) => wanted('text_to_video', [], { durationMs })
const images = (more: Partial<Wanted>) => wanted('image_to_video', [], more)
const references = (...files: readonly FileRecord[]) => wanted('reference_to_video', files)

type Case = readonly [name: string, limits: ModeLimits, good: Wanted, bad: Wanted, code: string, param: string]

const INVALID = 'invalid_parameter'
const MANY = 'too_many_references'

const CASES: readonly Case[] = [
  ['the shortest duration', { minMs: 6000 }, text(6000), text(5999), INVALID, 'duration'],
  ['the longest duration', { maxMs: 6000 }, text(6000), text(6001), INVALID, 'duration'],
  [
    'a start image',
    { ends: ['end'] },
    images({ endImage: end }),
    images({ inputImage: start }),
    INVALID,
    'input_image',
  ],
  ['an end image', { ends: ['start'] }, images({ inputImage: start }), images({ endImage: end }), INVALID, 'end_image'],
  [
    'both images',
    { ends: ['end'] },
    images({ endImage: end }),
    images({ inputImage: start, endImage: end }),
    INVALID,
    'input_image',
  ],
  [
    'a missing end image',
    { ends: ['both'] },
    images({ inputImage: start, endImage: end }),
    images({ inputImage: start }),
    INVALID,
    'end_image',
  ],
  [
    'the sides of an end image',
    { image: { minSide: 512 } },
    images({ endImage: end }),
    images({ inputImage: start, endImage: { ...end, file: image({ height: 511 }) } }),
    INVALID,
    'end_image',
  ],
  ['the number', { references: { max: 1 } }, references(image()), references(image(), image()), MANY, 'references[1]'],
  [
    'the number of a kind',
    { references: { audio: { max: 0 } } },
    references(image()),
    references(image(), audio()),
    MANY,
    'references[1]',
  ],
  [
    'sounds',
    { references: { maxSounds: 1 } },
    references(video(), audio()),
    references(video({ hasAudio: true }), audio()),
    MANY,
    'references[1]',
  ],
  [
    'audio alone',
    { references: { audioOnly: false } },
    references(audio(), image()),
    references(audio()),
    INVALID,
    'references',
  ],
  [
    'the shortest file',
    { references: { video: { minMs: 2000 } } },
    references(video({ durationMs: 2000 })),
    references(video({ durationMs: 1999 })),
    'material_too_short',
    'references[0]',
  ],
  [
    'the longest file',
    { references: { audio: { maxMs: 6000 } } },
    references(image(), audio({ durationMs: 6000 })),
    references(image(), audio({ durationMs: 6001 })),
    'material_too_long',
    'references[1]',
  ],
  [
    'the length of a kind',
    { references: { video: { totalMs: 10_000 } } },
    references(video(), video()),
    references(video(), video(), video({ durationMs: 1 })),
    'material_too_long',
    'references[2]',
  ],
  [
    'the size of a file',
    { references: { image: { maxBytes: 1000 } } },
    references(image()),
    references(image({ bytes: 1001 })),
    INVALID,
    'references[0]',
  ],
  [
    'the size of a kind',
    { references: { image: { totalBytes: 2000 } } },
    references(image(), image()),
    references(image(), image({ bytes: 1001 })),
    INVALID,
    'references[1]',
  ],
  [
    'the longer side',
    { references: { image: { maxSide: 512 } } },
    references(image()),
    references(image({ width: 513 })),
    INVALID,
    'references[0]',
  ],
  [
    'the ratio',
    { references: { image: { minRatio: 0.5, maxRatio: 2 } } },
    references(image({ width: 1024 }), image({ height: 1024 })),
    references(image({ width: 1025 })),
    INVALID,
    'references[0]',
  ],
]

for (const [name, limits, good, bad, code, param] of CASES) {
  test(`an engine’s limit of ${name} holds at its bound and names the parameter beyond it`, () => {
    const engine: EngineLimits = { modes: { [bad.mode]: limits } }
    assert.equal(misfitOf(good, engine), null)
    const { error } = misfitOf(bad, engine) ?? assert.fail('it fits')
    assert.deepEqual([error.code, error.param, error.status], [code, param, 400])
  })
}

test('of several engines the one that comes nearest explains the refusal, and one that fits is enough', () => {
  const far: EngineLimits = { modes: { image_to_video: {} } }
  const near: EngineLimits = { modes: { text_to_video: { maxMs: 8000 } } }
  const refusal = (ms: number, engines: readonly EngineLimits[]) =>
    refusalOf(engines.map((engine) => misfitOf(text(ms), engine)))
  assert.equal(refusal(9000, [far, near, far])?.param, 'duration')
  assert.equal(refusal(9000, [far])?.param, 'mode')
  assert.equal(refusal(8000, [far, near]), null)
  assert.equal(refusal(9000, []), null)
})
