import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestCanvas } from '../../src/media/canvas.ts'
import { framesFor, usedFrames } from '../../src/media/frames.ts'
import { markersOf } from '../../src/media/markers.ts'

test('the frame count is the least 17k+5 that covers the requested seconds', () => {
  const known = [
    [5000, 124],
    [5167, 124],
    [5168, 141],
    [6000, 158],
    [6500, 158],
    [15000, 362],
  ] as const
  for (const [ms, frames] of known) assert.equal(framesFor(ms), frames, `${ms} ms`)
  for (let ms = 5000; ms <= 15000; ms++) {
    const frames = framesFor(ms)
    assert.equal((frames - 5) % 17, 0)
    assert.ok(frames * 1000 >= ms * 24 - 10, `${ms} ms: ${frames} are too few`)
    assert.ok((frames - 17) * 1000 < ms * 24 - 10, `${ms} ms: ${frames} are too many`)
  }
})

test('a reference video is used up to the output’s frames, aligned down', () => {
  assert.equal(usedFrames(15_000, 124), 124)
  assert.equal(usedFrames(4_200, 124), 90)
  assert.equal(usedFrames(208, 124), 5)
  assert.equal(usedFrames(200, 124), 0)
})

test('auto selects the nearest canvas, and the earlier one on a tie', () => {
  const nearest = (width: number, height: number) => nearestCanvas({ width, height })
  assert.equal(nearestCanvas(null), '16:9')
  assert.equal(nearest(1920, 1080), '16:9')
  assert.equal(nearest(1080, 1920), '9:16')
  assert.equal(nearest(4000, 3000), '4:3')
  assert.equal(nearest(3000, 4000), '3:4')
  assert.equal(nearest(500, 500), '1:1')
  assert.equal(nearest(2560, 1080), '21:9')
  assert.equal(nearest(30_000, 1), '21:9')
  // Exactly between 1344/768 and 1536/672 on the logarithmic scale: their geometric mean is 2.
  assert.equal(nearest(2000, 1000), '16:9')
})

test('markers are parsed as written', () => {
  const read = (prompt: string) => markersOf(prompt).map(({ kind, number }) => `${kind} ${number}`)
  assert.deepEqual(read('让@图片1像@视频2一样，配@音频3'), ['Picture 1', 'Video 2', 'Audio 3'])
  assert.deepEqual(read('@图片12'), ['Picture 12'])
  assert.deepEqual(read('@图片01 @图片０ @视频 1'), ['Picture null', 'Picture null', 'Video null'])
  assert.deepEqual(read('@图片 and @视频。'), [])
  assert.deepEqual(read('<Picture 3> <Picture x>'), ['Picture 3'])
})

/** Strings that a person would read as markers but that are not, by their fault. */
const ALIKE = {
  'a full-width @': '＠图片1',
  'a small form of @': '﹫图片1',
  'a word in traditional characters': '@圖片1',
  'another word in traditional characters': '@視頻1',
  'a word in compatibility characters': '@\ufa61\ufa6a1',
  'a full-width digit': '@图片１',
  'an Arabic digit': '@图片٣',
  'a circled digit': '@图片①',
  'a superscript': '@图片¹',
  'a Chinese number': '@图片一在跑',
  'a number sign': '@图片#1',
  brackets: '@图片（1）',
  'a zero-width space before the digit': '@图片\u200b1',
  'a joiner in the word': '@图\u200d片1',
  'a soft hyphen in the number': '@图片1\u00ad2',
  'a space before the word': '@ 图片1',
  'a line break before the digit': '@图片\n1',
  'a leading zero': '@图片01',
  'lower case': '<picture 2>',
  'upper case': '<VIDEO 2>',
  'two spaces': '<Audio  2>',
  'no space': '<Picture2>',
  'full-width brackets': '＜Picture 2＞',
  'angle brackets': '〈Picture 2〉',
  'full-width letters': '<Ｐicture 2>',
  'a zero-width space in it': '<Picture\u200b 2>',
}

for (const [name, text] of Object.entries(ALIKE)) {
  test(`a marker with ${name} is malformed`, () => {
    const numbers = (prompt: string) => markersOf(prompt).map(({ number }) => number)
    assert.deepEqual(numbers(text), [null])
    assert.deepEqual(numbers(`海\u200b@图片1${text}\ufe0f 海 @视频2\u200b`), [1, null, 2])
  })
}

test('text that does not resemble a marker is text', () => {
  const none = [
    '图片1',
    'a@b.c 1',
    '@图片一样的风格',
    '@图片，3 只猫',
    '@image 1',
    '<b>2</b>',
    '1 < 2 > 1',
    '@圖片',
    '<Picture>',
  ]
  for (const text of none) assert.deepEqual(markersOf(text), [], text)
})

test('a prompt of the maximum length is parsed at once', () => {
  const start = process.cpuUsage().user
  for (const unit of [' ', '@', '@图片', '@图片 ', '@图片1', '\u200b', '< ', '<picture ', '１', '一'])
    markersOf(`@图片${unit.repeat(7000 / unit.length)}<`)
  assert.ok(process.cpuUsage().user - start < 2_000_000)
})
