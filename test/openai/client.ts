import OpenAI, { type ClientOptions } from 'openai'
import type { Video, VideoCreateParams } from 'openai/resources/videos'
import type { TestGateway } from '../support/gateway.ts'

/** The stock SDK with only the address and the key. */
export function openaiAt(gateway: Pick<TestGateway, 'url' | 'key'>, options: Partial<ClientOptions> = {}): OpenAI {
  return new OpenAI({ apiKey: gateway.key, baseURL: `${gateway.url}/openai/v1`, maxRetries: 0, ...options })
}

/** A create with values that the SDK's types exclude, which it sends nevertheless. */
export function createBy(openai: OpenAI, params: Readonly<Record<string, unknown>>): Promise<Video> {
  return openai.videos.create(params as unknown as VideoCreateParams)
}
