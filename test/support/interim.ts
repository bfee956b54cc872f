import type { ServerResponse } from 'node:http'

/** Sends interim answers (RFC 9110, 15.2), one after another, and then the answer. */
export function sendInterim(response: ServerResponse, answer: () => void): void {
  response.writeContinue(() =>
    response.writeProcessing(() => response.writeEarlyHints({ link: '</style.css>; rel=preload' }, answer)),
  )
}
