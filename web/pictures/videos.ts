import { setTimeout as pause } from 'node:timers/promises'

/** In the order in which the gallery shows them, the last first. */
const VIDEOS: readonly (readonly [shape: string, prompt: string, more?: object])[] = [
  ['16:9', 'A lighthouse in a storm, waves breaking over the rocks'],
  ['4:3', 'Palms on a tropical beach, late afternoon, hardly any wind'],
  ['3:4', 'Snow falling on a pine forest, no footprints yet'],
  ['16:9', '清晨的湖面，薄雾散去，群山倒映在水中'],
  ['9:16', 'Fireflies over a meadow at dusk, slow drift upwards'],
  ['1:1', 'Cherry blossom over a river, petals falling'],
  ['16:9', 'Desert dunes at sunset, the light going red'],
  ['21:9', '极光下的雪山，星空缓缓转动', { service_tier: 'pro' }],
  ['1:1', 'Neon city in the rain, reflections on the street', { service_tier: 'pro' }],
]

/** The finished videos of the gallery; they take what they take. */
export async function makeVideos(url: string, key: string): Promise<void> {
  for (const [place, [aspectRatio, prompt, more]] of VIDEOS.entries()) {
    await create(url, key, { prompt, aspect_ratio: aspectRatio, seed: 11 + place, ...more })
  }
  while (await isWorking(url, key)) await pause(1000)
}

/** What stands first in the gallery, on its way: long enough to be seen there. */
export async function makeUnfinished(url: string, key: string): Promise<void> {
  await create(url, key, { prompt: 'Mountain lake at dawn, slow push in', duration: 15, seed: 3 })
  await create(url, key, { prompt: '海边小镇的傍晚，灯一盏盏亮起', aspect_ratio: '3:4', duration: 15, seed: 4 })
}

/** The picture of the video whose prompt has a word, to be used as material. */
export async function stillOf(url: string, key: string, word: string): Promise<Buffer> {
  const headers = { Authorization: `Bearer ${key}` }
  const listed = await fetch(`${url}/v1/videos`, { headers })
  const { data } = (await listed.json()) as { data: readonly { id: string; prompt: string }[] }
  const video = data.find(({ prompt }) => prompt.includes(word))
  const still = await fetch(`${url}/v1/videos/${video?.id}/content?variant=thumbnail`, { headers })
  return Buffer.from(await still.arrayBuffer())
}

async function create(url: string, key: string, body: object): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${url}/v1/videos`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
}

async function isWorking(url: string, key: string): Promise<boolean> {
  const answer = await fetch(`${url}/v1/account`, { headers: { Authorization: `Bearer ${key}` } })
  const { limits } = (await answer.json()) as { limits: { active_tasks: number } }
  return limits.active_tasks > 0
}
