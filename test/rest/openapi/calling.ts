import assert from 'node:assert/strict'
import type { TestGateway } from '../../support/gateway.ts'
import type { Contract, Documented, Json } from './documented.ts'

/** Arguments of an operation's call. */
export interface Call {
  readonly id?: string
  /** `name=value&…` */
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON as an object or as its text, or a form. */
  readonly body?: unknown
  /** null: none. */
  readonly key?: string | null
  /** Another gateway, for what one configuration cannot answer. */
  readonly at?: Pick<TestGateway, 'url' | 'key'>
}

export interface Called {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
}

export interface Calls {
  /** Calls an operation, and compares the answer with the document. */
  (operationId: string, call?: Call): Promise<Called>
  readonly contract: Contract
  readonly operations: readonly Documented[]
  /** Statuses of the answers so far, by operation. */
  readonly seen: Map<string, Set<number>>
}

/** Calls of a gateway's API, made from its document. */
export function callsOf(gateway: Pick<TestGateway, 'url' | 'key'>, contract: Contract): Calls {
  const byId = new Map(contract.operations.map((operation) => [operation.id, operation]))
  const seen: Calls['seen'] = new Map()

  const call = async (operationId: string, options: Call = {}): Promise<Called> => {
    const operation = byId.get(operationId) ?? assert.fail(`there is no operation ${operationId}`)
    const { id = '', query, at = gateway, key = at.key, headers } = options
    const path = `${operation.path.replace('{id}', encodeURIComponent(id))}${query === undefined ? '' : `?${query}`}`
    const body = bodyOf(options.body)
    const response = await fetch(at.url + path, {
      method: operation.method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    })
    return answered(operation, response)
  }

  const answered = async (operation: Documented, response: Response): Promise<Called> => {
    const { status, headers } = response
    const type = headers.get('content-type') ?? ''
    const text = /^(video|image)\//.test(type) ? await discarded(response) : await textOf(response, type)
    contract.check(operation, { status, headers, text })
    seen.set(operation.id, (seen.get(operation.id) ?? new Set()).add(status))
    return { status, headers, body: type.includes('json') && text !== '' ? JSON.parse(text) : null }
  }

  return Object.assign(call, { contract, operations: contract.operations, seen })
}

function bodyOf(body: unknown): string | FormData | undefined {
  if (body === undefined || body instanceof FormData || typeof body === 'string') return body
  return JSON.stringify(body)
}

async function discarded(response: Response): Promise<string> {
  await response.arrayBuffer()
  return ''
}

/** An endless stream is closed after its first event. */
async function textOf(response: Response, type: string): Promise<string> {
  if (type !== 'text/event-stream') return response.text()
  await response.body?.cancel()
  return ''
}
