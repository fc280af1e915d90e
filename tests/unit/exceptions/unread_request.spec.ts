import type { Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { UnreadRequests } from '#app/exceptions/unread_request'
import { DrainingServer } from '#app/front_door/draining_server'

const REQUEST = 'GET /api/v1/documents HTTP/1.1\r\nHost: acme.example\r\n'

test.group('Requests that cannot be read', (group) => {
  let server: Server
  let reports: Record<string, number>[]
  let answer: () => Promise<void>

  group.each.setup(async () => {
    reports = []
    answer = async () => {}
    const unread = new UnreadRequests((counts) => reports.push({ ...counts }))
    server = new DrainingServer().listenWith(
      async (_, response) => {
        await answer()
        response.end('Hello')
      },
      (...refused) => unread.refuse(...refused)
    )
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return () => new Promise<void>((done) => server.close(() => done()))
  })

  /** Everything that comes back until the connection ends. */
  const sent = (...parts: string[]): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      let text = ''
      socket.on('data', (bytes) => (text += bytes.toString()))
      socket.on('error', () => {}) // what was sent after the answer may be reset
      socket.on('close', () => resolve(text))
      for (const part of parts) socket.write(part)
    })

  const CASES: [string, string, number, string][] = [
    [
      'headers of 20 kB',
      `${REQUEST}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['headers without end', `${REQUEST}${'X-Many: 1\r\n'.repeat(9_000)}`, 431, 'headers_too_large'],
    ['something else than HTTP', 'HELO example.test\r\n\r\n', 400, 'malformed_request'],
    [
      'two lengths',
      `${REQUEST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      400,
      'malformed_request',
    ],
  ]
  test('are answered in the form of every error, and their connection ends: {0}')
    .with(CASES)
    .run(async ({ assert }, [, text, status, code]) => {
      const [head, body] = (await sent(text)).split('\r\n\r\n')
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.include(head, 'Connection: close')
      const { error, requestId } = JSON.parse(body)
      assert.containSubset(error, {
        type: 'invalid_request',
        code,
        docUrl: `/docs/errors#${code}`,
      })
      assert.isString(error.message)
      assert.include(head, `X-Request-Id: ${requestId}`)
      assert.deepEqual(reports, [{ [code]: 1 }])
    })

  test('write nothing into an answer that is under way', async ({ assert }) => {
    let go = () => {}
    answer = () => new Promise((done) => (go = done))
    const text = await sent(`${REQUEST}\r\n`, 'HELO example.test\r\n\r\n')
    go()
    assert.notInclude(text, 'malformed_request')
  })

  test('are counted, with a line of the log a minute', async ({ assert }) => {
    for (let count = 0; count < 5; count += 1) await sent('HELO\r\n\r\n')
    assert.deepEqual(reports, [{ malformed_request: 1 }])
  })
})
