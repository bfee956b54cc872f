import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { type Client, type CreateVideo, createClient, type VideoTask } from '../../packages/client/src/index.ts'
import { download, openFile } from '../../packages/client/src/node.ts'
import type { UploadOptions } from '../../packages/client/src/upload.ts'
import { type Config, readConfig } from '../config.ts'
import { findService, keyFile } from '../data-dir.ts'
import { type RunningService, startService } from '../service.ts'
import { type DemoArguments, parseDemoArguments, USAGE } from './arguments.ts'
import { createProgressView, createStepView } from './progress.ts'
import { describeEntries, describeFile, describeMaterial, openCommand } from './summary.ts'

/** `npm run demo -- "a prompt"`: the main job through the public API, with live progress and the file at the end. */

const out = process.stdout

/** Any free port, because the default one may be in use; and few log lines between the progress. */
const DEFAULTS = { PORT: '0', LOG_LEVEL: 'warn' }

async function demo(config: Config, wanted: DemoArguments): Promise<void> {
  const { url, key, service } = await reach(config)
  let id: string
  try {
    const made = play(config, wanted, createClient({ url, key }))
    id = await Promise.race([made, service?.failed ?? new Promise<never>(() => {})])
  } finally {
    await service?.close()
  }
  const page = service ? `npm start, then ${consoleUrl()}` : url
  out.write(`  Console   ${page}/?work=${id}\n  API key   ${keyFile(config.dataDir)}\n\n`)
}

/** Where `npm start` has the console: this demo's service takes any port and has ended. */
function consoleUrl(): string {
  const { host, port } = readConfig()
  return `http://${host}:${port}`
}

/** @returns the id of the video */
async function play(config: Config, wanted: DemoArguments, client: Client): Promise<string> {
  const created = await client.create(await toBody(client, wanted))
  out.write(`“${wanted.prompt}”  ${created.id}\n`)
  const task = await follow(client, created)
  if (task.status !== 'succeeded') throw new Error(`The video ${task.status}. ${task.fail_detail ?? ''}`)
  const path = wanted.output ?? join(config.dataDir, 'videos', `${task.id}.mp4`)
  await mkdir(dirname(path), { recursive: true })
  await download(client, task.id, path)
  const shown = relative('', path) || path
  const lines = [
    '',
    `  Video     ${shown}`,
    `  Open it   ${openCommand(shown)}`,
    ...(await describeFile(path)),
    `  Cost      ${task.usage?.amount ?? '?'}`,
    '',
    ...describeEntries((await client.credits({ task_id: task.id })).ledger.data.toReversed()),
    '',
  ]
  out.write(`${lines.join('\n')}\n`)
  return task.id
}

/** The service that runs on this data folder, or one started for this demo. */
async function reach(config: Config): Promise<{ url: string; key: string; service: RunningService | null }> {
  const running = await findService(config.dataDir)
  const service = running ? null : await start(config)
  const url = running ?? service?.url ?? ''
  try {
    const key = config.seedApiKey ?? (await readFile(keyFile(config.dataDir), 'utf8')).trim()
    return { url, key, service }
  } catch {
    await service?.close()
    throw new Error(`There is no API key in ${keyFile(config.dataDir)}; set SEED_API_KEY to the key to use.`)
  }
}

async function start(config: Config): Promise<RunningService> {
  const view = createStepView(out)
  try {
    return await startService(config, DEFAULTS, view.show)
  } finally {
    view.end()
  }
}

async function follow(client: Client, created: VideoTask): Promise<VideoTask> {
  const view = createProgressView(out)
  let task = created
  try {
    for await (const next of client.watch(created.id)) {
      task = next
      view.show(next)
    }
  } finally {
    view.end()
  }
  return task
}

/** A wrong word is refused by the service, which says what it takes. */
async function toBody(client: Client, wanted: DemoArguments): Promise<CreateVideo & { n: 1 }> {
  const given = {
    seed: wanted.seed,
    duration: wanted.duration,
    aspect_ratio: wanted.aspectRatio,
    service_tier: wanted.tier,
    audio: wanted.silent ? false : null,
  }
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  return { prompt: wanted.prompt, ...(await upload(client, wanted)), ...named, n: 1 }
}

async function upload(client: Client, wanted: DemoArguments): Promise<Partial<CreateVideo>> {
  const send = async (path: string, purpose: UploadOptions['purpose']) => {
    const file = await client.upload(await openFile(path), { purpose })
    out.write(`Uploaded ${path}: ${describeMaterial(file)}\n`)
    return file.id
  }
  const { image, endImage, references } = wanted
  if (references.length > 0) {
    const ids: string[] = []
    for (const path of references) ids.push(await send(path, 'reference'))
    return { mode: 'reference_to_video', references: ids }
  }
  if (image === null && endImage === null) return {}
  return {
    mode: 'image_to_video',
    input_image: image === null ? undefined : await send(image, 'input_image'),
    end_image: endImage === null ? undefined : await send(endImage, 'end_image'),
  }
}

try {
  const wanted = parseDemoArguments(process.argv.slice(2))
  if (wanted === 'help') out.write(USAGE)
  else await demo(readConfig(undefined, DEFAULTS), wanted)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
