import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'

/**
 * The body of a response, for a pipeline: it sends chunks one by one and ends with its client.
 * @param sent called with each chunk once the network has accepted it
 */
export function sinkOf(response: ServerResponse, sent: (chunk: Buffer) => void = () => {}): Writable {
  const sink = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      response.write(chunk, (error) => {
        if (!error) sent(chunk)
        done(error)
      })
    },
    final: (done) => void response.end(done),
    destroy(error, done) {
      if (!response.writableEnded) response.destroy()
      done(error)
    },
  })
  response.once('close', () => sink.destroy())
  return sink
}
