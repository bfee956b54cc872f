import { after } from 'node:test'
import { CAPABILITIES, type Capability } from '../../src/config.ts'
import { createAccountQueues } from '../../src/queue/boss.ts'
import type { Stage } from '../../src/queue/catalog.ts'
import { isAccountPool } from '../../src/queue/catalog.ts'
import { type RunningWorker, startWorker } from '../../workers/worker.ts'
import type { TestGateway } from './gateway.ts'
import { startProcess, type TestProcess } from './process.ts'
import { quickEngine } from './quick-engine.ts'

interface Wishes {
  readonly capabilities?: readonly Capability[]
  readonly pool?: string
  /** How long a render takes, for tests that observe or disturb it; no time by default. */
  readonly renderMs?: number
  /** Returns a promise that the render of a prompt waits for, for tests that observe it. */
  readonly renderUntil?: (prompt: string) => Promise<void> | null
}

export interface QuickWorker {
  readonly id: string
  end(): Promise<void>
}

/** A worker in this process, with an engine that copies a clip: for tests of the task and not of the video. */
export async function startQuickWorker(
  { rooms }: TestGateway,
  { capabilities = CAPABILITIES, pool = 'shared', renderMs = 0, renderUntil }: Wishes = {},
): Promise<QuickWorker> {
  const { resources } = rooms
  if (isAccountPool(pool)) await createAccountQueues(resources.boss, pool)
  let worker: RunningWorker | null = startWorker(resources, {
    engine: quickEngine({ renderMs, renderUntil }),
    capabilities,
    pool,
  })
  const { id } = worker
  const end = async () => {
    const ending = worker
    worker = null
    await ending?.close(0)
  }
  after(end)
  return { id, end }
}

/**
 * A worker process of that kind: for tests that kill or stop it; `ready` is its id.
 * @param hangsIn the stage that it never finishes
 */
export function startQuickWorkerProcess(
  gateway: TestGateway,
  { hangsIn, environment = {} }: { hangsIn?: Stage; environment?: Readonly<Record<string, string>> } = {},
): Promise<TestProcess> {
  return startProcess(gateway, 'test/support/quick-worker.ts', {
    WORKER_GRACE_SECONDS: '0',
    ...(hangsIn && { HANGS_IN: hangsIn }),
    ...environment,
  })
}

/** A real worker process, which renders fast and stops at once: for tests of videos and of child processes. */
export function startWorkerProcess(
  gateway: TestGateway,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestProcess> {
  return startProcess(gateway, 'workers/worker-main.ts', {
    X264_PRESET: 'ultrafast',
    WORKER_GRACE_SECONDS: '0',
    ...environment,
  })
}
