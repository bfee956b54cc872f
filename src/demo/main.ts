import { createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { type Config, readConfig } from '../config.ts'
import { findService, keyFile } from '../data-dir.ts'
import { type RunningService, startService } from '../service.ts'
import { type DemoArguments, parseDemoArguments, USAGE } from './arguments.ts'
import { createDemoClient, type DemoClient, type DemoTask } from './client.ts'
import type { FilePurpose, TaskCreateInput } from './generated/graphql.ts'
import { createProgressView } from './progress.ts'
import { describeEntries, describeFile, describeMaterial } from './summary.ts'

/** `npm run demo -- "a prompt"`: the main job through the public API, with live progress and the file at the end. */

const out = process.stdout

/** Any free port, because the default one may be in use; and few log lines between the progress. */
const DEFAULTS = { PORT: '0', LOG_LEVEL: 'warn' }

async function demo(config: Config, wanted: DemoArguments): Promise<void> {
  const { url, key, service } = await reach(config)
  try {
    await Promise.race([play(config, wanted, createDemoClient(url, key)), service?.failed ?? new Promise(() => {})])
  } finally {
    await service?.close()
  }
}

async function play(config: Config, wanted: DemoArguments, client: DemoClient): Promise<void> {
  const created = await client.create(await toInput(client, wanted))
  out.write(`“${wanted.prompt}”  ${created.id}\n`)
  const task = await follow(client, created)
  if (task.status !== 'SUCCEEDED' || !task.output?.videoUri) {
    throw new Error(`The video ${task.status.toLowerCase()}. ${task.failDetail ?? ''}`)
  }
  const path = wanted.output ?? join(config.dataDir, 'videos', `${task.id}.mp4`)
  await download(task.output.videoUri, path)
  const lines = [
    '',
    `  Video     ${relative('', path) || path}`,
    ...(await describeFile(path)),
    `  Cost      ${task.usage?.amount ?? '?'}`,
    '',
    ...describeEntries(await client.entries(task.id)),
    '',
  ]
  out.write(`${lines.join('\n')}\n`)
}

/** The service that runs on this data folder, or one started for this demo. */
async function reach(config: Config): Promise<{ url: string; key: string; service: RunningService | null }> {
  const running = await findService(config.dataDir)
  if (!running) out.write('Starting the service …\n')
  const service = running ? null : await startService(config, DEFAULTS)
  const url = running ?? service?.url ?? ''
  try {
    const key = config.seedApiKey ?? (await readFile(keyFile(config.dataDir), 'utf8')).trim()
    return { url, key, service }
  } catch {
    await service?.close()
    throw new Error(`There is no API key in ${keyFile(config.dataDir)}; set SEED_API_KEY to the key to use.`)
  }
}

async function follow(client: DemoClient, created: DemoTask): Promise<DemoTask> {
  const view = createProgressView(out)
  let task = created
  try {
    for await (const next of client.follow(created.id)) {
      task = next
      const waiting = next.waiting && { ...next.waiting, reason: next.waiting.reason.toLowerCase() }
      view.show({ status: next.status.toLowerCase(), progress: next.progress, waiting })
    }
  } finally {
    view.end()
  }
  return task
}

async function download(address: string, path: string): Promise<void> {
  const response = await fetch(address)
  if (!response.ok || !response.body) throw new Error(`The download answered ${response.status}.`)
  await mkdir(dirname(path), { recursive: true })
  await pipeline(Readable.fromWeb(response.body as ReadableStream<Uint8Array>), createWriteStream(path))
}

/** The words of the command line as the schema's; a wrong one is refused by the service, which says what it takes. */
async function toInput(client: DemoClient, wanted: DemoArguments): Promise<TaskCreateInput> {
  const ratio =
    wanted.aspectRatio === 'auto' ? 'AUTO' : wanted.aspectRatio && `ASPECT_${wanted.aspectRatio.replace(':', '_')}`
  return {
    prompt: wanted.prompt,
    ...(await upload(client, wanted)),
    seed: wanted.seed,
    duration: wanted.duration,
    aspectRatio: ratio as TaskCreateInput['aspectRatio'],
    serviceTier: wanted.tier?.toUpperCase() as TaskCreateInput['serviceTier'],
    audio: wanted.silent ? false : null,
  }
}

async function upload(client: DemoClient, wanted: DemoArguments): Promise<Partial<TaskCreateInput>> {
  const send = async (path: string, purpose: FilePurpose) => {
    const file = await client.upload(path, purpose)
    out.write(`Uploaded ${path}: ${describeMaterial(file)}\n`)
    return file.id
  }
  const { image, endImage, references } = wanted
  if (references.length > 0) {
    const ids: string[] = []
    for (const path of references) ids.push(await send(path, 'REFERENCE'))
    return { mode: 'REFERENCE_TO_VIDEO', references: ids }
  }
  if (image === null && endImage === null) return {}
  return {
    mode: 'IMAGE_TO_VIDEO',
    inputImage: image && (await send(image, 'INPUT_IMAGE')),
    endImage: endImage && (await send(endImage, 'END_IMAGE')),
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
