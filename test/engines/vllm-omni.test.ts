import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENDS, MODES, type Mode } from '../../src/engine-limits.ts'
import { CANVASES, type Size } from '../../src/media/canvas.ts'
import { framesFor } from '../../src/media/frames.ts'
import type { Material } from '../../workers/engine/engine.ts'
import type { ServerProfile } from '../../workers/engine/http/api.ts'
import { VLLM_OMNI } from '../../workers/engine/vllm-omni/profiles.ts'
import { materialOf, newFolder, taskOf } from '../workers/engine/helpers.ts'
import { VLLM_OMNI_MODELS } from './servers.ts'
import { ignoredFields, judge } from './vllm-omni.ts'
import { type Faster, filmOf, LORA, pictureOf, requestFor, soundOf } from './vllm-omni-requests.ts'

/** What a team sets for drafts: a LoRA for the modes of its family, or fewer steps. */
function fasterOf(profile: ServerProfile): Faster {
  if (profile.name === 'vllm-omni/minimax-h3') return { text_to_video: LORA, image_to_video: LORA }
  const steps = { num_inference_steps: 8 }
  return { text_to_video: steps, image_to_video: steps }
}

/** The materials of a mode with which the profile serves it. */
async function materialsOf(folder: string, profile: ServerProfile, mode: Mode, canvas: Size): Promise<Material[]> {
  if (mode === 'text_to_video') return [materialOf()]
  const picture = await pictureOf(folder, canvas)
  if (mode === 'reference_to_video') {
    return [materialOf({ references: [picture, await filmOf(2), await soundOf(folder, 2)] })]
  }
  const { ends } = profile.limits.modes.image_to_video ?? {}
  return (ends ?? ENDS).map((end) =>
    materialOf({ inputImage: end === 'end' ? null : picture, endImage: end === 'start' ? null : picture }),
  )
}

const SECONDS = [5, 5.5, 14.5, 15]

test('there is a server for each profile', () => {
  assert.deepEqual(
    VLLM_OMNI.map(({ name }) => name),
    Object.keys(VLLM_OMNI_MODELS),
  )
})

for (const profile of VLLM_OMNI) {
  const model = VLLM_OMNI_MODELS[profile.name]
  test(`${profile.name}: the server makes what is asked for every accepted task`, async (t) => {
    assert.ok(model)
    const folder = await newFolder(t)
    for (const canvas of Object.values(CANVASES)) {
      for (const mode of MODES.filter((each) => profile.limits.modes[each])) {
        const { sound } = profile.limits.modes[mode] ?? {}
        const materials = await materialsOf(folder, profile, mode, canvas)
        for (const seconds of SECONDS) {
          for (const [audio, accelerated] of [
            [true, false],
            [false, false],
            [true, true],
            [false, true],
          ] as const) {
            const task = taskOf({ mode, frames: framesFor(seconds * 1000), ...canvas, audio, accelerated })
            const making = profile.making(task)
            assert.ok(making.frames / making.fps >= task.frames / 24, 'the video lasts as long as the task')
            for (const material of materials) {
              const request = await requestFor(profile, task, material, fasterOf(profile))
              assert.deepEqual(await judge(model, request), { made: { ...making, sound } })
              assert.deepEqual(ignoredFields(request), [])
            }
          }
        }
      }
    }
  })
}

test('ends that a server refuses or drops are outside the limits of its profile', async (t) => {
  const folder = await newFolder(t)
  const picture = await pictureOf(folder, { width: 768, height: 768 })
  for (const profile of VLLM_OMNI) {
    const model = VLLM_OMNI_MODELS[profile.name]
    const limits = profile.limits.modes.image_to_video
    if (!model || !limits) continue
    const task = taskOf({ mode: 'image_to_video', frames: 124, width: 768, height: 768 })
    for (const [end, material] of [
      ['start', { inputImage: picture }],
      ['end', { endImage: picture }],
      ['both', { inputImage: picture, endImage: picture }],
    ] as const) {
      const verdict = await judge(model, await requestFor(profile, task, materialOf(material)))
      assert.equal('made' in verdict, limits.ends?.includes(end) ?? true, `${profile.name} with ${end}`)
    }
  }
})
