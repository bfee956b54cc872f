import type { IncomingMessage } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { drain } from '../drain.ts'
import type { RestContext } from './context.ts'

/**
 * A refusal while the request still arrives. It is sent at once, but the answer ends only with the body, or when the client stops
 * waiting. A stock client can thus read the status of its refused upload, which a closed connection would lose.
 */
export async function answerAndLinger(
  { env: { incoming, outgoing } }: RestContext,
  answer: Response,
): Promise<Response> {
  if (incoming.complete || !isOnItsWay(incoming)) return answer
  const text = await answer.text()
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
  outgoing.write(text)
  void drain(incoming).then((isWhole) => {
    outgoing.end()
    if (!isWhole) incoming.destroy()
  })
  return RESPONSE_ALREADY_SENT
}

/** A body that waits for 100 Continue does not arrive. */
function isOnItsWay({ headers, readableDidRead }: IncomingMessage): boolean {
  if (headers.expect !== undefined && !readableDidRead) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
