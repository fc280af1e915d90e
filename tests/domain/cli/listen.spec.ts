import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { until } from '#tests/support/until'

type Answer = (response: ServerResponse) => void

const PROGRAM = app.makePath('resources/programs/listen.mjs')

const page = (ids: string[], nextCursor: string): Answer => {
  const data = ids.map((id) => ({ id, event: 'document.sent', data: {} }))
  return (response) => response.end(JSON.stringify({ data, hasMore: false, nextCursor }))
}
const hangsUp: Answer = (response) => response.socket?.destroy()
const tears: Answer = (response) => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{"data":[', () => response.socket?.destroy())
}
const soon: Answer = (response) => response.writeHead(429, { 'retry-after': '1' }).end('{}')

/** A server that answers one request after the other as it is told, and then no more. */
async function serve(answers: Answer[]) {
  const asked: URLSearchParams[] = []
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '/', 'http://x').searchParams)
    answers.shift()?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://127.0.0.1:${port}`, asked, close }
}

/** As a developer runs it: with nothing of ours around it. */
function listen(...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: {} })
  const told = { output: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (told.output += text.toString()))
  return { child, told }
}

test.group('listen.mjs', () => {
  test('goes on where it was when the connection drops, and waits for what is to come', async ({
    assert,
    cleanup,
  }) => {
    const { origin, asked, close } = await serve([
      page(['evt_old'], 'a'),
      page(['evt_first'], 'b'),
      tears,
      soon,
      page(['evt_second'], 'c'),
    ])
    cleanup(close)
    const { child, told } = listen('--url', origin, '--key', 'svc_test_x')
    cleanup(() => void child.kill())
    await until(() => told.output.includes('evt_second'))
    assert.notInclude(told.output, 'evt_old')
    assert.include(told.output, 'evt_first')
    assert.deepEqual(
      asked.slice(0, 5).map((query) => [query.get('cursor'), query.get('wait')]),
      [
        [null, null],
        ['a', '20'],
        ['b', '20'],
        ['b', '20'],
        ['b', '20'],
      ]
    )
    child.kill('SIGINT')
    assert.deepEqual(await once(child, 'exit'), [0, null])
  })

  test('says in a sentence when nobody is there to begin with', async ({ assert, cleanup }) => {
    const { origin, close } = await serve([hangsUp])
    cleanup(close)
    const { child, told } = listen('--url', origin, '--key', 'svc_test_x')
    assert.deepEqual(await once(child, 'exit'), [1, null])
    assert.equal(told.output.trim(), `Nobody answers at ${origin}/`)
  })
})
