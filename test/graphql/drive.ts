import assert from 'node:assert/strict'
import { beat } from '../../src/stage/beat.ts'
import type { Claim } from '../../src/stage/claim.ts'
import { reportDone, reportSucceeded } from '../../src/stage/report.ts'
import { claimStage } from '../support/claim.ts'
import type { TestGateway } from '../support/gateway.ts'

const WORKER = 'wrk_test'

/** Claims and returns other tasks' stages that are first in turn. */
async function claim({ rooms }: TestGateway, stage: 'encode' | 'render' | 'package', id: string): Promise<Claim> {
  for (;;) {
    const claimed = await claimStage(rooms.resources, stage, WORKER)
    assert.ok(claimed, `nothing to ${stage}`)
    if (claimed.taskId === id) return claimed
  }
}

const OUTPUT = {
  key: 'videos/test.mp4',
  thumbnailKey: 'videos/test.webp',
  bytes: 1000,
  sha256: '00',
  width: 1344,
  height: 768,
  frames: 124,
  hasAudio: true,
  watermarked: false,
}

/** Encodes like a worker; the task's events 2 and 3. */
export async function encode(gateway: TestGateway, id: string): Promise<void> {
  await reportDone(gateway.rooms.resources, await claim(gateway, 'encode', id), { key: 'encoded' })
}

/** Renders with one heartbeat half way, and packages; the task's events 4 to 7, of which the last is the end. */
export async function renderAndPackage(gateway: TestGateway, id: string): Promise<void> {
  const { resources } = gateway.rooms
  const render = await claim(gateway, 'render', id)
  await beat(resources, render, 0.5)
  await reportDone(resources, render, { key: 'rendered' })
  await reportSucceeded(resources, await claim(gateway, 'package', id), OUTPUT)
}
