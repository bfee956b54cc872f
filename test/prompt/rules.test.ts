import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { codePoints } from '../../src/lib/text.ts'
import { markersOf } from '../../src/media/markers.ts'
import { assertUsable } from '../../src/prompt/check.ts'
import { CHINESE } from '../../src/prompt/chinese.ts'
import { ENGLISH } from '../../src/prompt/english.ts'
import { type Aspect, readPrompt } from '../../src/prompt/reading.ts'
import { rewritePrompt } from '../../src/prompt/rules.ts'

/** The exact addition to a prompt; empty if the prompt has every aspect. */
const REWRITES: readonly (readonly [prompt: string, added: string])[] = [
  [
    '一只橘猫坐在窗台上看雨',
    '。雨珠沿玻璃缓缓滑落。低机位中近景，与橘猫的视线齐平，镜头缓缓推近。窗外阴天的漫射光自侧面照入，室内偏暖，冷暖分明。气氛沉静，略带忧郁。毛发的纹理清晰柔软，眼中映着环境的亮点。',
  ],
  [
    '海边的日落',
    '。水面波纹缓缓推移，光点随之闪烁。大远景，前景、中景与远景层次分明，镜头缓缓横移，远近景物错开。金色的余晖自侧后方低低照来，拉出长长的影子，轮廓泛起暖边。气氛温暖，略带怀旧。近处的纹理清晰，远处的层次柔和。',
  ],
  [
    '一位老人在厨房里揉面团，镜头固定',
    '。平视机位的中景。自然光自窗边侧面照入，明暗过渡柔和。气氛真实细腻，情绪含蓄。皮肤纹理、发丝与衣料的褶皱清晰自然，五官前后一致。',
  ],
  [
    '两个剑客在竹林中打斗！',
    '平视机位的中全景，手持镜头贴近跟随，随招式灵活移动。自然光自侧后方照来，勾出景物的轮廓与层次。气氛充满力量，节奏紧凑。神情与衣料的褶皱清晰自然，各人形象前后一致。',
  ],
  [
    '水墨风格的山水，一叶扁舟',
    '。扁舟随水波起伏，水纹向两侧推移。贴近水面的全景，镜头缓缓横移。以色彩的浓淡表现明暗，留出透气的亮部。气氛悠远宁静。笔触与颜料的质感清晰可见，线条疏密有致。',
  ],
  [
    '让@图片1中的女孩在@图片2的场景里跳舞，配合@音频1的节奏',
    '。平视机位的中景，镜头缓缓推近。柔和的侧光塑造面部的立体感，明暗过渡自然。气氛真实细腻，情绪含蓄。参考素材中的形象、服饰与比例全程保持一致。',
  ],
  ['按@视频1的运镜拍摄机器人，气氛紧张，特写，冷光，金属质感', ''],
  ['镜头一：男孩跑进教室。\n镜头二：老师抬头微笑。', '\n各镜头之间人物、服饰与光线保持连贯，转换自然。'],
  [
    'A man walks through a rainy neon street at night, close-up, handheld',
    '. The mood is solitary, with a cinematic distance. Puddles hold reflections, and each drop throws up a crisp little crown.',
  ],
  [
    'Ancient dragon asleep on gold',
    '. The body of the dragon rises and falls with each slow breath. Low-angle wide shot that gives the dragon its full weight; the camera rises slowly from below. Soft side light draws the outlines, falling off gently into shadow. The mood is mighty and epic. The texture of the skin, fold by fold, is crisp.',
  ],
  [
    'drone shot over a bamboo forest',
    '. Leaves and stems sway in a light breeze. The camera glides forward at a constant height. Natural light from behind and to one side draws the shapes and their layers. The mood is open and serene. The texture of what is near is crisp, the distance soft.',
  ],
  [
    'a red sports car racing through the desert',
    '. Low-angle wide shot, close to the road; the camera tracks alongside the sports car at the same speed. Low sunlight from the side cuts the ridges into light and shadow. The mood is urgent and forceful, the rhythm tight. The bodywork carries moving reflections of the surroundings in crisp detail.',
  ],
  [
    'The <Picture 1> robot waves at <Picture 2>.',
    ' Low-angle medium shot; the camera circles in a slow arc. Cool top light and a rim light from the side draw every turn of the metal. The mood is cool and futuristic. The referenced look, wardrobe and proportions stay consistent throughout.',
  ],
  [
    'A quiet library, no people, no camera movement',
    '. Dust drifts slowly through the light, a curtain swaying. Medium shot at eye level, framed by the lines of the room. Natural light comes from the window at one side, falling off softly. The texture of walls, floor and furnishings is crisp.',
  ],
  [
    'A girl in the rain, 特写',
    '. Rain falls at a slant, the clothes of the girl swaying slightly. The camera pushes in very slowly. Overcast light, even and soft, with cool reflections on every wet surface. The mood is quiet and a little melancholy. The texture of skin, lashes and hair is crisp and natural.',
  ],
]

for (const [prompt, added] of REWRITES) {
  test(`${prompt.slice(0, 40)} …`, () => {
    assert.equal(rewritePrompt(prompt), prompt + added)
  })
}

test('a separator at the end becomes a full stop, and the author’s text stays unchanged', () => {
  assert.match(rewritePrompt(' 梦，\n'), /^梦。主体/)
  assert.match(rewritePrompt('a dream ,'), /^a dream\. The subject/)
})

test('the dominant script selects the language', () => {
  const language = (prompt: string) => readPrompt(prompt).language
  assert.equal(language('女孩 walking 在雨中的街头'), 'zh')
  assert.equal(language('a girl walks through 上海 in the rain'), 'en')
  assert.equal(language('@图片1 dances'), 'en')
  assert.equal(language('@图片1'), 'zh')
  assert.equal(language('🚀'), 'en')
  assert.equal(language('夜の街を歩く少女'), 'en')
})

test('an aspect that the prompt describes in any words is not added again', () => {
  const says = (prompt: string, aspect: Aspect) => readPrompt(prompt).says.has(aspect)
  for (const text of [
    '镜头缓缓推进',
    '机位保持固定',
    '航拍环绕',
    'dolly in',
    'static shot',
    'the camera follows her',
  ]) {
    assert.ok(says(text, 'movement'), text)
  }
  for (const text of ['frying pan', '跑车漂移', 'a tracked vehicle', '推开门']) assert.ok(!says(text, 'movement'), text)
  for (const text of ['逆光', '烛光', 'backlit', 'soft light', 'neon']) assert.ok(says(text, 'light'), text)
  for (const text of ['时光', '光头', 'delightful', '特写']) assert.ok(!says(text, 'light'), text)
  for (const text of ['他在跑步', '雪花飘落', 'she smiles', 'dancing']) assert.ok(says(text, 'motion'), text)
  for (const text of ['走廊', '飞船', '特写', '油画', 'a playground', 'flowers']) assert.ok(!says(text, 'motion'), text)
})

const OPENINGS = [
  '雨夜的街头',
  '一只熟睡的猫',
  'a knight',
  '海底',
  'two dancers on a stage',
  '@图片1',
  '<Video 2>',
  'at dawn',
  '黑白',
]
const anyPrompt = fc
  .array(fc.oneof(fc.constantFrom(...OPENINGS), fc.string({ unit: 'grapheme', maxLength: 40 })), { minLength: 1 })
  .map((parts) => parts.join(' ').replaceAll('\0', ''))
  .filter((prompt) => prompt !== '')

test('any prompt stays valid, keeps its words and markers, and is rewritten deterministically', () => {
  fc.assert(
    fc.property(anyPrompt, (prompt) => {
      const rewritten = rewritePrompt(prompt)
      assertUsable(prompt, rewritten)
      assert.ok(rewritten.startsWith(prompt.trim().replace(/[\s,，、;；:：]+$/u, '')))
      assert.deepEqual(markersOf(rewritten), markersOf(prompt))
      assert.equal(rewritePrompt(prompt), rewritten)
    }),
  )
})

test('a rewritten prompt is not rewritten further', () => {
  for (const [prompt] of REWRITES) {
    const rewritten = rewritePrompt(prompt)
    assert.equal(rewritePrompt(rewritten), rewritten)
  }
})

for (const [language, { phrases }] of Object.entries({ CHINESE, ENGLISH })) {
  test(`every phrase in ${language} is recognised as its own aspect`, () => {
    for (const [aspect, each] of Object.entries(phrases)) {
      const unheard = each
        .map(([, text]) => text.replaceAll('{subject}', '它'))
        .filter((text) => !readPrompt(text).says.has(aspect as Aspect))
      assert.deepEqual(unheard, [], aspect)
    }
  })
}

test('phrases that exceed the length limit are left out', () => {
  const full = '雨'.repeat(7000)
  assert.equal(rewritePrompt(full), full)
  const nearly = 'x'.repeat(6950)
  assert.ok(codePoints(rewritePrompt(nearly)) <= 7000)
  assert.match(rewritePrompt(nearly), /^x{6950}\. The mood is coherent and restrained\.$/)
})

/** CPU milliseconds of this process, whatever others use. */
function computedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

test('a prompt of the maximum length is rewritten without noticeable delay', () => {
  for (const unit of [' ', '“', '@图片1', '镜头', 'no ', '从', 'a man walks. ']) {
    const prompt = `a${unit.repeat(Math.floor(6990 / unit.length))}b`
    const start = computedMs()
    rewritePrompt(prompt)
    assert.ok(computedMs() - start < 1000, unit)
  }
})
