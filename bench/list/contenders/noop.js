import { createServer } from 'node:http'
import { tellReady } from '../../create/contenders/ready.js'

/** Answers at once with a page's number of bytes, to measure the load generator's maximum. */

const text = JSON.stringify({ data: [{ id: 'vid_0' }], filler: 'x'.repeat(Number(process.env.BYTES)) })
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length }).end(text)
})
server.listen(0, '127.0.0.1', () => tellReady(`http://127.0.0.1:${server.address().port}`))
