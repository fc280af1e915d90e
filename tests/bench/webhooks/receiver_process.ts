/** A receiver in a process of its own: answers 200, or never at /hang, and tells its parent how many came and how late they were. */
import { createServer, type ServerResponse } from 'node:http'

let count = 0
let lags: number[] = []
let held: ServerResponse[] = []

const server = createServer((request, response) => {
  const arrivedAt = Date.now()
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text: string) => (body += text))
  request.on('end', () => {
    if (request.url === '/hang') return held.push(response)
    count++
    const recorded = /"occurredAt":"([^"]+)"/.exec(body)
    if (recorded) lags.push(arrivedAt - Date.parse(recorded[1]))
    response.end('ok')
  })
})

server.listen(0, '127.0.0.1', () => process.send?.({ address: server.address() }))
process.on('message', (message) => {
  if (message === 'report') process.send?.({ count, lags, held: held.length })
  if (message === 'reset') {
    count = 0
    lags = []
  }
  if (message === 'let go') {
    for (const response of held) response.end()
    held = []
  }
})
process.on('disconnect', () => process.exit())
