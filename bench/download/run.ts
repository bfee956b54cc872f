import { join } from 'node:path'
import { type Closing, runWhole } from '../../test/support/closing.ts'
import { startCluster } from '../../test/support/cluster.ts'
import { startServer } from '../../test/support/server.ts'
import { fillTemplate } from '../create/fill.ts'
import { ownCpuMs, watchCpu } from '../support/cpu.ts'
import { startNginx } from './nginx.ts'
import { makeVideo, type Video } from './object.ts'
import { type Measured, print, type Rounds, SETTINGS, type Setting } from './print.ts'
import { openWaves, type Taken, type Wave } from './waves.ts'

const MB = 1024 * 1024
const SIZE = 100 * MB
/** The ranges of a player that seeks. */
const PART = 4 * MB
/** Bytes of a measurement: one download takes a twentieth of a second, too short for a round. */
const WAVE = { full: 20 * SIZE, quick: 6 * SIZE }

interface Target {
  readonly name: string
  readonly to: Pick<Wave, 'port' | 'path' | 'authorization'>
}

/** W8: a finished video of 100 MB, whole and in parts, compared with a bare read stream and nginx. */
export function benchDownload(quick: boolean): Promise<boolean> {
  return runWhole(async (closing) => {
    const start = performance.now()
    const { targets, video, postgres, nginx } = await openSetting(closing)
    const take = await openWaves(closing)
    for (const target of targets) await assertWhole(take, target, video)
    const rounds = quick ? 2 : 6
    const watch = watchCpu()
    const measured = await measureRounds(take, targets, rounds, quick ? WAVE.quick : WAVE.full)
    const cpu = watch.stop()
    print({ rounds: measured, count: rounds, cpu, postgres, nginx, seconds: (performance.now() - start) / 1000 })
  })
}

interface Opened {
  readonly targets: readonly Target[]
  readonly video: Video
  readonly postgres: string
  /** null if it is missing. */
  readonly nginx: string | null
}

async function openSetting(closing: Closing): Promise<Opened> {
  let key = ''
  const cluster = await startCluster(async (url) => {
    key = (await fillTemplate(url, 1))[0] ?? ''
  })
  closing.push(cluster.close)
  const databaseUrl = await cluster.database('bench_download')
  const dataDir = join(cluster.dir, 'data')
  const video = await makeVideo(databaseUrl, dataDir, SIZE)
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const gateway = await startServer('src/gateway-main.ts', environment)
  closing.push(gateway.close)
  const floor = await startServer('bench/download/floor.ts', { FILE: video.path })
  closing.push(floor.close)
  const nginx = await startNginx(join(dataDir, 'objects'), cluster.dir, closing)
  const address = `/v1/videos/${video.taskId}`
  const authorization = `Bearer ${key}`
  const answer = await fetch(`http://127.0.0.1:${gateway.port}${address}`, { headers: { authorization } })
  const { output } = (await answer.json()) as { output: { video_uri: string } }
  const { pathname, search } = new URL(output.video_uri)
  const target = (name: string, port: number, path: string, authorization: string | null = null): Target => ({
    name,
    to: { port, path, authorization },
  })
  const targets = [
    target('link', gateway.port, pathname + search),
    target('key', gateway.port, `${address}/content`, authorization),
    target('floor', floor.port, '/'),
    ...(nginx ? [target('nginx', nginx.port, video.path.slice(join(dataDir, 'objects').length))] : []),
    target('memory', floor.port, '/memory'),
  ]
  return { targets, video, postgres: cluster.version, nginx: nginx?.version ?? null }
}

type Take = (wave: Wave) => Promise<Taken>

/** Reads every byte once, outside any timing. @throws Error if one is wrong */
async function assertWhole(take: Take, { name, to }: Target, { sha256 }: Video): Promise<void> {
  const { hashes } = await take({ ...to, size: SIZE, parts: [null], atOnce: 1, hashed: true })
  if (hashes[0] !== sha256) throw new Error(`${name} does not send the video: ${hashes}`)
}

/** ABBA: the first in one round is the last in the next. */
async function measureRounds(take: Take, targets: readonly Target[], rounds: number, bytes: number): Promise<Rounds> {
  const measured = new Map<string, Measured[]>()
  // A warm-up round.
  for (let round = -1; round < rounds; round++) {
    for (const setting of SETTINGS) {
      for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
        const each = await measure(take, target, setting, bytes)
        const name = `${target.name} ${setting.name}`
        if (round >= 0) measured.set(name, [...(measured.get(name) ?? []), each])
      }
    }
  }
  return measured
}

async function measure(take: Take, { to }: Target, { whole, atOnce }: Setting, bytes: number): Promise<Measured> {
  const parts = whole ? Array.from({ length: bytes / SIZE }, () => null) : partsOf(bytes / PART)
  const before = ownCpuMs()
  const taken = await take({ ...to, size: SIZE, parts, atOnce, hashed: false })
  const rate = taken.bytes / 1_000_000 / (taken.ms / 1000)
  return { rate, cpuMs: (ownCpuMs() - before) / (taken.bytes / SIZE) }
}

/** Parts at varying offsets, the same for all contenders. */
function partsOf(count: number): [number, number][] {
  const places = SIZE / PART
  return Array.from({ length: count }, (_, i) => {
    const first = ((i * 7) % places) * PART
    return [first, first + PART - 1]
  })
}
