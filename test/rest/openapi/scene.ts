import { openapiDocument } from '../../../src/http/rest/openapi/document.ts'
import { SCOPES } from '../../../src/key/caller.ts'
import { IMAGE_MAX_BYTES } from '../../../src/limits.ts'
import { type ChatServer, startChatServer } from '../../prompt/server.ts'
import { startTestGateway, type TestGateway } from '../../support/gateway.ts'
import { pngOf, uploaded } from '../../support/material.ts'
import { bodyOf, END, fieldOf, fileHead, post } from '../../support/multipart.ts'
import { until } from '../../support/until.ts'
import { LOOPBACK } from '../../webhook/receiver.ts'
import { finishedTask } from '../content/finished.ts'
import { type Call, type Calls, callsOf } from './calling.ts'
import { readContract } from './documented.ts'

/** A gateway with records for every operation. */
export interface Scene {
  readonly gateway: TestGateway
  readonly chat: ChatServer
  readonly call: Calls
  /** Keys of accounts that are refused for exactly one reason. */
  readonly throttled: string
  readonly poor: string
  readonly disabled: string
  /** Of an account with the maximum number of keys. */
  readonly full: string
  /** A key whose account may use the earlier form. */
  readonly earlier: string
  readonly make: ReturnType<typeof makersOf>
}

export async function openScene(): Promise<Scene> {
  const chat = await startChatServer()
  const environment = { ...LOOPBACK, PROMPT_OPTIMIZER_URL: chat.url, PROMPT_OPTIMIZER_MODEL: 'small' }
  const rich = { scopes: SCOPES, concurrencyLimit: 1_000_000, creditMicro: 10_000_000_000_000n }
  const gateway = await startTestGateway(rich, { environment, chores: ['delivering'] })
  const { pool } = gateway.rooms.resources
  const call = callsOf(gateway, readContract(openapiDocument()))
  const keyOf = async (more: object) => (await gateway.newAccount({ scopes: SCOPES, ...more })).key
  const { key: disabled, accountId } = await gateway.newAccount({ scopes: SCOPES })
  await pool.query(`update account set status = 'disabled' where id = $1`, [accountId])
  const { key: full, accountId: fullId } = await gateway.newAccount({ scopes: SCOPES })
  await pool.query('update account set key_limit = 1 where id = $1', [fullId])
  const { key: earlier, accountId: olderId } = await gateway.newAccount({ scopes: SCOPES })
  await pool.query('update account set earlier_form_enabled = true where id = $1', [olderId])
  return {
    gateway,
    chat,
    call,
    throttled: await keyOf({ callsPerMinute: 0, createsPerMinute: 0 }),
    poor: await keyOf({ creditMicro: 1n }),
    disabled,
    full,
    earlier,
    make: makersOf(gateway, call),
  }
}

const PICTURE = await pngOf(64, 64)

export const keyed = (key: string): Record<string, string> => ({ 'idempotency-key': key })

const FILES = {
  one: PICTURE,
  other: await pngOf(64, 64, '#a53a3a'),
  tooLarge: new Blob([PICTURE, new Uint8Array(IMAGE_MAX_BYTES)]),
}

/** The form of an upload. */
export function formOf(picture: keyof typeof FILES = 'one'): FormData {
  const form = new FormData()
  form.append('purpose', 'reference')
  form.append('file', new File([FILES[picture]], 'colour.png'))
  return form
}

/** The subjects of the operations; each returns an id. */
function makersOf(gateway: TestGateway, call: Calls) {
  const { pool } = gateway.rooms.resources
  const queued = async (body: object = {}): Promise<string> =>
    (await call('createVideo', { body: { prompt: 'x', ...body } })).body.id
  const finished = async (of = gateway) => (await finishedTask(of, 1000)).id
  return {
    queued,
    finished,
    async expired() {
      const id = await finished()
      await pool.query(`update task set output_until = now() - interval '1 day' where id = $1`, [id])
      return id
    },
    file: async (): Promise<string> => (await call('uploadFile', { body: formOf() })).body.id,
    async pinnedFile() {
      const id = await uploaded(gateway, PICTURE, 'input_image')
      await queued({ mode: 'image_to_video', input_image: id })
      return id
    },
    async delivery(): Promise<string> {
      const id = await queued({ webhook_url: 'http://127.0.0.1:9/' })
      await call('cancelVideo', { id })
      return (await call('listWebhookDeliveries', { query: `task_id=${id}` })).body.data[0].id
    },
    key: async (): Promise<string> => (await call('createApiKey', { body: { name: 'x' } })).body.id,
    /** A finished task of an account without credit. */
    async spent(): Promise<Call> {
      const { key } = await gateway.newAccount({ scopes: SCOPES, creditMicro: 2_520_000n })
      const authorization = `Bearer ${key}`
      const id = await finished({ ...gateway, call: (m, p, b, h) => gateway.call(m, p, b, { ...h, authorization }) })
      return { id, key }
    },
    /** An upload under a key, which ends with `release`. */
    async uploadUnderWay(key: string): Promise<{ release(): Promise<unknown> }> {
      const rest = Promise.withResolvers<void>()
      async function* late() {
        const bytes = await PICTURE.bytes()
        yield bytes.subarray(0, 50)
        await rest.promise
        yield bytes.subarray(50)
      }
      const body = bodyOf(fieldOf('purpose', 'reference'), fileHead(), late(), END)
      const { answer } = post(gateway, '/v1/files', body, keyed(key))
      await until(async () => (await pool.query('select 1 from idempotency_key where key = $1', [key])).rowCount === 1)
      return {
        release() {
          rest.resolve()
          return answer
        },
      }
    },
  }
}
