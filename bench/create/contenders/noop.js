import { createServer } from 'node:http'
import { tellReady } from './ready.js'

/** Answers at once, to measure the load generator's maximum. */

const text = JSON.stringify({ id: 'vid_0', object: 'video.task' })
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(202, { 'Content-Type': 'application/json', 'Content-Length': text.length }).end(text)
  })
})
server.listen(0, '127.0.0.1', () => tellReady(`http://127.0.0.1:${server.address().port}`))
