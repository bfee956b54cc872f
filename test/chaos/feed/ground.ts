import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../src/config.ts'
import { type Caller, SCOPES } from '../../../src/key/caller.ts'
import { createAccount } from '../../../src/operator/create-account.ts'
import { appendEvents } from '../../../src/push/log.ts'
import { openResources, type Resources } from '../../../src/resources.ts'
import { createLanes } from '../../../src/task/lanes.ts'
import { submissionOf } from '../../support/submission.ts'

/** Tasks of several accounts, to change and watch. */
export interface Ground {
  readonly databaseUrl: string
  readonly resources: Resources
  readonly callers: readonly Caller[]
  readonly taskIds: readonly string[]
  close(): Promise<void>
}

/** A change of a task and its event, as the product's moves write them. */
export const CHANGE = `with changed as (update task set seq = seq + 1 where id = $1 returning task.*),
  events as (${appendEvents('changed', 'progress')})
select seq from changed`

const CREDIT = 1_000_000_000_000n
const CAP = 10_000

export async function openGround(
  databaseUrl: string,
  { accounts, tasksEach }: { readonly accounts: number; readonly tasksEach: number },
): Promise<Ground> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vidgate-chaos-'))
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir })
  const resources = await openResources(config, { name: 'feed', databaseUrl, poolSize: 8, supervise: false })
  const lanes = createLanes(resources)
  const callers: Caller[] = []
  const taskIds: string[] = []
  const request = { durationMs: 5000, resolution: '768p', serviceTier: 'standard', useContextIr: false, n: 1 } as const
  for (let i = 0; i < accounts; i++) {
    const account = { name: `chaos ${i}`, creditMicro: CREDIT, concurrencyLimit: CAP }
    const { accountId } = await createAccount(resources.pool, account)
    const limits = { createsPerMinute: CAP, callsPerMinute: CAP, rateFactor: 5, readToken: null }
    callers.push({ keyId: 'key_chaos', accountId, scopes: SCOPES, apiVersion: '2026-11-01', ...limits, taskIds: null })
    for (let j = 0; j < tasksEach; j++) {
      const operation = { kind: 'create', account: 0, key: null, twisted: false, ...request } as const
      const verdict = await lanes.submit(submissionOf(operation, '', () => accountId))
      if (verdict.kind !== 'created') throw new Error(`not created: ${verdict.kind}`)
      taskIds.push(...verdict.tasks.map(({ id }) => id))
    }
  }
  return {
    databaseUrl,
    resources,
    callers,
    taskIds,
    async close() {
      await resources.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
