import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { TestGateway } from '../../support/gateway.ts'

export interface Event {
  readonly id: number
  /** As sent, without `data: `. */
  readonly data: string
}

export interface Opened {
  readonly response: IncomingMessage
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The next event; null when the answer has ended or broken. */
  next(): Promise<Event | null>
  /** The rest, to the end. */
  rest(): Promise<Event[]>
  /** Every byte so far. */
  text(): string
  /** Disconnects, like a closed browser. */
  leave(): void
}

/** Opens a task's events over a separate connection, and reads on request. */
export async function openEvents(
  gateway: TestGateway,
  path: string,
  headers: Readonly<Record<string, string>> = { authorization: `Bearer ${gateway.key}` },
): Promise<Opened> {
  const asked = request(gateway.url + path, { headers, agent: false }).end()
  asked.on('error', () => {})
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const events = read(response)
  return {
    response,
    status: response.statusCode ?? 0,
    headers: response.headers,
    next: async () => (await events.next()).value ?? null,
    async rest() {
      const left: Event[] = []
      for await (const event of events) left.push(event)
      return left
    },
    text: () => texts.get(response) ?? '',
    leave: () => response.destroy(),
  }
}

const texts = new WeakMap<IncomingMessage, string>()

async function* read(response: IncomingMessage): AsyncGenerator<Event, undefined> {
  let buffer = ''
  response.setEncoding('utf8')
  try {
    for await (const chunk of response) {
      texts.set(response, (texts.get(response) ?? '') + chunk)
      buffer += chunk
      for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
        const event = /^id: (\d+)\ndata: (.*)$/s.exec(buffer.slice(0, end))
        buffer = buffer.slice(end + 2)
        if (event) yield { id: Number(event[1]), data: event[2] ?? '' }
      }
    }
  } catch {
    // The connection broke.
  }
}

/** `<seq> <status>` of each. */
export function statesOf(events: readonly Event[]): string[] {
  return events.map(({ id, data }) => `${id} ${JSON.parse(data).status}`)
}
