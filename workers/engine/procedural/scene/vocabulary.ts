import { hash32 } from '../pixels/random.ts'
import type { Mood } from './palette.ts'

export const WEATHERS = ['snow', 'rain', 'fireflies', 'mist', 'petals', 'leaves'] as const

export type Weather = (typeof WEATHERS)[number]

/** The scene that a prompt describes; the seed decides the rest. */
export interface Wish {
  readonly mood: Mood
  /** Whether the prompt names that mood, or none. */
  readonly moodSaid: boolean
  readonly city: boolean
  readonly desert: boolean
  readonly sea: boolean
  readonly water: boolean
  readonly snowy: boolean
  readonly mountains: boolean
  readonly forest: boolean
  readonly meadow: boolean
  readonly trees: 'conifers' | 'broadleaf' | 'palms' | null
  readonly flowers: boolean
  readonly clear: boolean
  readonly cloudy: boolean
  readonly birds: boolean
  readonly weather: readonly Weather[]
}

/** English as whole words (a trailing s is allowed), Chinese anywhere in the text. */
const WORDS = {
  sunset: 'sunset|sundown|dusk|twilight|evening|golden hour|afterglow|日落|夕阳|黄昏|傍晚|晚霞|落日|暮色',
  dawn: 'dawn|sunrise|daybreak|early morning|morning|first light|日出|黎明|清晨|早晨|晨曦|拂晓|破晓|朝霞',
  day: 'day|daytime|noon|midday|sunny|sunlight|blue sky|summer|spring|白天|正午|中午|晴天|阳光|蓝天|夏天|夏日|春天|春日',
  night:
    'night|nighttime|midnight|moon|moonlight|moonlit|moonrise|star|starry|stargazing|milky way|galaxy|nocturnal|夜|夜晚|深夜|午夜|月亮|月光|明月|星空|繁星|星夜|银河',
  storm:
    'storm|stormy|thunderstorm|thunder|lightning|tempest|hurricane|overcast|gloomy|暴风|风暴|雷雨|雷电|闪电|暴雨|乌云|阴天|狂风',
  aurora: 'aurora|northern light|polar light|southern light|极光',
  neon: 'neon|cyberpunk|synthwave|霓虹|赛博朋克',
  city: 'city|cities|cityscape|skyline|downtown|metropolis|skyscraper|urban|street|tokyo|shanghai|hong kong|new york|城市|都市|街道|街头|高楼|摩天|上海|东京|香港|纽约',
  desert: 'desert|dune|sahara|gobi|oasis|camel|沙漠|沙丘|戈壁|大漠|绿洲|骆驼',
  sea: 'sea|ocean|beach|coast|island|wave|surf|seaside|bay|ship|boat|whale|dolphin|海|大海|海边|海滩|海洋|沙滩|海浪|岛|帆船',
  water: 'lake|river|pond|water|reflection|fjord|lagoon|stream|swan|湖|河|江|池塘|水|倒影|溪|峡湾',
  snowy:
    'snow|snowy|snowing|snowfall|snowstorm|blizzard|winter|wintry|ice|icy|frozen|glacier|arctic|雪|冬|冰|冰川|北极',
  falling:
    'snowing|snowfall|snowstorm|blizzard|snowflake|falling snow|snowy night|下雪|飘雪|雪花|暴雪|大雪|雪夜|风雪|飞雪',
  rain: 'rain|rainy|raining|rainfall|downpour|drizzle|shower|雨',
  fireflies: 'firefly|fireflies|magical|fairy|enchanted|萤火虫|流萤|魔法|仙境',
  mist: 'mist|misty|fog|foggy|haze|hazy|雾|薄雾|云海|朦胧|烟雨',
  petals: 'blossom|cherry blossom|sakura|petal|peach blossom|樱花|花瓣|桃花|落花',
  leaves: 'autumn|fall foliage|fall leaves|falling leaves|maple|秋天|秋日|秋季|落叶|枫叶|枫林|红叶',
  mountains: 'mountain|peak|summit|alps|alpine|himalaya|hill|cliff|valley|ridge|canyon|山|峰|岭|峡谷|悬崖|山谷',
  conifers: 'pine|spruce|fir|conifer|taiga|松|杉|针叶',
  broadleaf: 'oak|maple|birch|willow|blossom|sakura|autumn|orchard|樱花|枫|橡树|柳|桃花|秋天|果园',
  palms: 'palm|coconut|tropical|oasis|hawaii|maldives|bali|棕榈|椰|热带|绿洲',
  forest: 'forest|wood|woodland|jungle|tree|grove|森林|树林|丛林|林间|树木|竹林|树',
  meadow:
    'meadow|field|grass|grassland|prairie|pasture|flower|garden|farm|steppe|草原|草地|田野|花海|花园|牧场|麦田|原野',
  flowers: 'flower|wildflower|bloom|lavender|tulip|spring|花海|花园|鲜花|野花|花田|春|薰衣草|郁金香',
  clear: 'clear|cloudless|晴|万里无云',
  cloudy: 'cloud|cloudy|云',
  birds: 'bird|seagull|geese|crane|eagle|flock|swallow|鸟|海鸥|大雁|鹤|鹰|燕',
} as const

type Topic = keyof typeof WORDS

const PATTERNS = new Map(
  Object.entries(WORDS).map(([topic, list]) => {
    const words = list.split('|')
    const latin = words.filter((word) => /^[a-z ]+$/.test(word)).join('|')
    const han = words.filter((word) => !/^[a-z ]+$/.test(word)).join('|')
    return [topic as Topic, new RegExp(`\\b(?:${latin})s?\\b|${han || '(?!)'}`)]
  }),
)

export function readPrompt(prompt: string): Wish {
  // The river of 银河 (the Milky Way) is not water; markers of material do not describe the scene.
  const text = prompt
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll('银河', '星空')
    .replace(/<(?:picture|video|audio) \d+>/g, ' ')
  const says = (topic: Topic) => PATTERNS.get(topic)?.test(text) ?? false
  const city = says('city') || says('neon')
  const weather: Weather[] = []
  if (says('falling') || (says('snowy') && says('storm'))) weather.push('snow')
  if (says('rain') || (says('storm') && !says('snowy'))) weather.push('rain')
  for (const kind of ['fireflies', 'mist', 'petals', 'leaves'] as const) if (says(kind)) weather.push(kind)
  const mood = saidMood(says, city)
  return {
    mood: mood ?? openMood(text, city),
    moodSaid: mood !== null,
    city,
    desert: says('desert'),
    sea: says('sea') && !city,
    water: says('water') || says('sea') || /oasis|绿洲/.test(text),
    snowy: says('snowy'),
    mountains: says('mountains'),
    forest: says('forest'),
    meadow: says('meadow'),
    trees: says('palms') ? 'palms' : says('conifers') ? 'conifers' : says('broadleaf') ? 'broadleaf' : null,
    flowers: says('flowers'),
    clear: says('clear'),
    cloudy: says('cloudy'),
    birds: says('birds'),
    weather,
  }
}

function saidMood(says: (topic: Topic) => boolean, city: boolean): Mood | null {
  if (says('aurora')) return 'aurora'
  if (says('neon') || (city && says('night'))) return 'neon'
  if (says('storm') && !says('snowy')) return 'storm'
  for (const mood of ['sunset', 'dawn', 'night'] as const) if (says(mood)) return mood
  if (says('fireflies')) return 'night'
  if (says('desert')) return 'desert'
  if (says('snowy')) return 'snow'
  if (says('rain')) return 'storm'
  return says('day') ? 'day' : null
}

/** If the prompt names none, a hash of the prompt decides, so that all seeds of a prompt share one mood. */
function openMood(text: string, city: boolean): Mood {
  const open: readonly Mood[] = city ? ['neon', 'sunset'] : ['sunset', 'dawn', 'day', 'day']
  return open[hash32(text) % open.length] ?? 'day'
}
