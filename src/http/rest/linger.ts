import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { drain } from '../drain.ts'
import type { RestContext } from './context.ts'

/**
 * Answers at once, while the body may still arrive, and ends the answer only when the body has, or nobody waits for it any
 * more: a stock client reads the status of its refused upload, where a connection closed in its face would tell it nothing.
 */
export async function answerAndLinger(
  { env: { incoming, outgoing } }: RestContext,
  answer: Response,
): Promise<Response> {
  const text = await answer.text()
  outgoing.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    'Content-Length': Buffer.byteLength(text),
  })
  outgoing.write(text)
  void drain(incoming).then((isWhole) => {
    outgoing.end()
    if (!isWhole) incoming.destroy()
  })
  return RESPONSE_ALREADY_SENT
}
