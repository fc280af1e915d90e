import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { EventFeed } from '#app/cli/_event_feed'

type Answer = (response: ServerResponse, cursor: string | null) => void

const page = (ids: string[], nextCursor: string): Answer => {
  const data = ids.map((id) => ({ id, event: 'document.sent', data: {} }))
  return (response) => response.end(JSON.stringify({ data, hasMore: false, nextCursor }))
}
const hangsUp: Answer = (response) => response.socket?.destroy()
const tears: Answer = (response) => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{"data":[', () => response.socket?.destroy())
}

/** A server that answers one request after the other as it is told. */
async function serve(answers: Answer[]) {
  const cursors: (string | null)[] = []
  const server = createServer((request, response) => {
    const cursor = new URL(request.url ?? '/', 'http://x').searchParams.get('cursor')
    cursors.push(cursor)
    const answer = answers.shift() ?? page([], String(cursor))
    answer(response, cursor)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://127.0.0.1:${port}`, cursors, close }
}

test.group('Event feed', () => {
  test('goes on where it was when the connection drops', async ({ assert, cleanup }) => {
    const { origin, cursors, close } = await serve([
      page(['old'], 'a'),
      hangsUp,
      page(['first'], 'b'),
      tears,
      hangsUp,
      page(['second'], 'c'),
    ])
    cleanup(close)
    const controller = new AbortController()
    const seen: string[] = []
    for await (const { id } of new EventFeed(origin, 'svc_test_x', controller.signal, 1).events()) {
      seen.push(id)
      if (id === 'second') break
    }
    assert.deepEqual(seen, ['first', 'second'])
    assert.deepEqual(cursors, [null, 'a', 'a', 'b', 'b', 'b'])
  })

  test('says so when nobody is there to begin with', async ({ assert }) => {
    const { origin, close } = await serve([hangsUp])
    const { signal } = new AbortController()
    await assert.rejects(
      () => new EventFeed(origin, 'svc_test_x', signal, 1).events().next(),
      /Nobody answers at http/
    )
    close()
  })
})
