import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpContextFactory, RequestFactory } from '@adonisjs/core/factories/http'
import { test } from '@japa/runner'
import { formBody } from '#app/front_door/bodies/form_body'
import BodyCutOff from '#app/front_door/errors/body_cut_off'

const FORM = {
  'content-type': 'application/x-www-form-urlencoded',
  'content-length': '1000',
}

test.group('The body of a form', () => {
  test('is cut off when its sender leaves, which is no fault of ours', async ({
    assert,
    cleanup,
  }) => {
    const server = createServer().listen(0, '127.0.0.1')
    cleanup(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const sent = request({ port, host: '127.0.0.1', method: 'POST', headers: FORM })
    sent.on('error', () => {})
    sent.write('title=the+first+of+it')
    const [req] = (await once(server, 'request')) as [IncomingMessage]
    const ctx = new HttpContextFactory()
      .merge({ request: new RequestFactory().merge({ req }).create() })
      .create()
    setTimeout(() => sent.destroy(), 50)
    await assert.rejects(() => formBody(ctx, () => {}) as Promise<void>, BodyCutOff as never)
  })
})
