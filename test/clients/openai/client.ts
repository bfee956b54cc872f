import OpenAI, { type ClientOptions } from 'openai'
import type { TestGateway } from '../../support/gateway.ts'

/** The stock SDK with only the address and the key. */
export function openaiFor(gateway: TestGateway, options: Partial<ClientOptions> = {}): OpenAI {
  return new OpenAI({ apiKey: gateway.key, baseURL: `${gateway.url}/v1`, ...options })
}

/** A create with vidgate's fields: the SDK's types have only its maker's fields, but it sends all. */
export function createParams(body: { readonly prompt: string } & Readonly<Record<string, unknown>>): {
  prompt: string
} {
  return body
}
