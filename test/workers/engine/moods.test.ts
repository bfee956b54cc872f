import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPrompt } from '../../../workers/engine/procedural/scene/vocabulary.ts'

const MOODS = [
  ['a lake at sunset', 'sunset'],
  ['golden hour over the bay', 'sunset'],
  ['夕阳下的湖面', 'sunset'],
  ['a calm forest at dawn with mist', 'dawn'],
  ['清晨的森林，薄雾', 'dawn'],
  ['a sunny meadow', 'day'],
  ['蓝天白云下的草原', 'day'],
  ['a starry night above the mountains', 'night'],
  ['月光下的湖', 'night'],
  ['fireflies in the forest', 'night'],
  ['a thunderstorm at sea', 'storm'],
  ['暴风雨中的大海', 'storm'],
  ['a snowy mountain', 'snow'],
  ['冬天的森林', 'snow'],
  ['desert dunes under a blazing day', 'desert'],
  ['大漠孤烟', 'desert'],
  ['northern lights', 'aurora'],
  ['极光下的雪山', 'aurora'],
  ['neon city in the rain at night', 'neon'],
  ['雪夜的城市，霓虹灯', 'neon'],
  ['desert at sunset', 'sunset'],
] as const

for (const [prompt, mood] of MOODS) {
  test(`"${prompt}" is ${mood}`, () => assert.equal(readPrompt(prompt).mood, mood))
}

const WEATHERS = [
  ['neon city in the rain at night', ['rain']],
  ['雪夜的城市，霓虹灯', ['snow']],
  ['a calm forest at dawn with mist', ['mist']],
  ['萤火虫飞舞的夜晚', ['fireflies']],
  ['cherry blossoms by the river', ['petals']],
  ['秋天的枫林', ['leaves']],
  ['极光下的雪山', []],
  ['a blizzard', ['snow']],
] as const

for (const [prompt, weather] of WEATHERS) {
  test(`"${prompt}" has ${weather.join(', ') || 'clear air'}`, () => {
    assert.deepEqual(readPrompt(prompt).weather, weather)
  })
}

test('words match whole: “birthday” does not mean day, nor “planet” net', () => {
  assert.equal(readPrompt('birthday sundae by night').mood, 'night')
  assert.equal(readPrompt('a nightingale at dawn').mood, 'dawn')
})

test('“Milky Way” does not mean a river', () => {
  assert.equal(readPrompt('银河').water, false)
  assert.equal(readPrompt('河').water, true)
})

test('a prompt without a hint has one mood for all seeds', () => {
  assert.equal(readPrompt('something beautiful').mood, readPrompt('something beautiful').mood)
})
