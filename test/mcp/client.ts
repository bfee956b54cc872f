import assert from 'node:assert/strict'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult, Progress } from '@modelcontextprotocol/sdk/types.js'
import type { TestGateway } from '../support/gateway.ts'
import { onFileEnd } from '../support/lane.ts'

export interface Tools {
  readonly client: Client
  /** The JSON of a tool's answer. Fails if the tool refuses. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
  call(name: string, args?: Readonly<Record<string, unknown>>, onprogress?: (progress: Progress) => void): Promise<any>
  /** Code and parameter of a tool's refusal. */
  refused(
    name: string,
    args?: Readonly<Record<string, unknown>>,
  ): Promise<readonly [code: string, param: string | null]>
}

/** Longer than any load of the machine. */
const TIMEOUT_MS = 600_000

/** The SDK's own client. */
export async function openTools(
  { url, key }: Pick<TestGateway, 'url' | 'key'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Tools> {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { Authorization: `Bearer ${key}`, ...headers } }
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit })
  await client.connect(transport as Parameters<Client['connect']>[0])
  onFileEnd(() => client.close())
  const run = async (
    name: string,
    args: Readonly<Record<string, unknown>>,
    onprogress?: (progress: Progress) => void,
  ) => {
    const options = { timeout: TIMEOUT_MS, ...(onprogress ? { onprogress } : {}) }
    const result = (await client.callTool({ name, arguments: { ...args } }, undefined, options)) as CallToolResult
    const [content] = result.content
    assert.ok(content?.type === 'text')
    return { ...result, answer: JSON.parse(content.text) }
  }
  return {
    client,
    async call(name, args = {}, onprogress) {
      const { isError, answer } = await run(name, args, onprogress)
      assert.ok(!isError, JSON.stringify(answer))
      return answer
    },
    async refused(name, args = {}) {
      const { isError, answer } = await run(name, args)
      assert.ok(isError, JSON.stringify(answer))
      assert.match(answer.error.request_id, /^req_[0-9a-z]{26}$/)
      return [answer.error.code, answer.error.param]
    },
  }
}
