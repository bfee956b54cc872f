import type { IncomingMessage } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { drain } from '../drain.ts'
import type { RestContext } from './context.ts'

/**
 * A refusal whose request still arrives: answered at once, while the answer ends only when the body has, or nobody waits for it
 * any more. A stock client reads the status of its refused upload, where a connection closed in its face would tell it nothing.
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

/** A body that waits to be asked for (Expect: 100-continue) does not come. */
function isOnItsWay({ headers, readableDidRead }: IncomingMessage): boolean {
  if (headers.expect !== undefined && !readableDidRead) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
