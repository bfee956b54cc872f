import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export interface ChatRequest {
  readonly authorization: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  readonly body: any
}

export interface ChatServer {
  readonly url: string
  readonly requests: ChatRequest[]
  /** Sets its answers from now on. */
  answer: (response: ServerResponse, request: ChatRequest) => void | Promise<void>
}

/** A small chat model server on this machine. */
export async function startChatServer(): Promise<ChatServer> {
  const chat: { -readonly [K in keyof ChatServer]: ChatServer[K] } = { url: '', requests: [], answer: says('better') }
  const server = createServer(async (incoming, response) => {
    const request = { authorization: incoming.headers.authorization, body: JSON.parse(await textOf(incoming)) }
    chat.requests.push(request)
    await chat.answer(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  chat.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`
  return chat
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming) text += chunk
  return text
}

/** Answers of a chat model. */
export function says(content: string, finishReason = 'stop'): ChatServer['answer'] {
  return sends(
    200,
    JSON.stringify({ choices: [{ finish_reason: finishReason, message: { role: 'assistant', content } }] }),
  )
}

export function sends(status: number, text: string, headers: Record<string, string> = {}): ChatServer['answer'] {
  return (response) => void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
}

/** Never answers. */
export const hangs: ChatServer['answer'] = () => {}
