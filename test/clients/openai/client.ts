import OpenAI, { type ClientOptions } from 'openai'
import type { TestGateway } from '../../support/gateway.ts'

/** The stock SDK with only the address and the key. */
export function openaiFor(gateway: TestGateway, options: Partial<ClientOptions> = {}): OpenAI {
  return new OpenAI({ apiKey: gateway.key, baseURL: `${gateway.url}/v1`, ...options })
}

/** A create in vidgate's words: the SDK's types know those of its maker only, and what it is given it sends. */
export function createParams(body: { readonly prompt: string } & Readonly<Record<string, unknown>>): {
  prompt: string
} {
  return body
}
