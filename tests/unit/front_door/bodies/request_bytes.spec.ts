import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpRequest } from '@adonisjs/core/http'
import { test } from '@japa/runner'
import { requestBytes } from '#app/front_door/bodies/request_bytes'
import BodyCutOff from '#app/front_door/errors/body_cut_off'

test.group('The body of a request', () => {
  test('is not waited for longer than is allowed', async ({ assert, cleanup }) => {
    const server = createServer().listen(0, '127.0.0.1')
    cleanup(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const sent = request({ port, host: '127.0.0.1', method: 'POST' }).on('error', () => {})
    cleanup(() => void sent.destroy())
    sent.write('the first of it')
    const [received] = (await once(server, 'request')) as [IncomingMessage]
    const asked = { request: received } as unknown as HttpRequest
    await assert.rejects(() => requestBytes(asked, 1_000, undefined, 50), BodyCutOff as never)
  })
})
