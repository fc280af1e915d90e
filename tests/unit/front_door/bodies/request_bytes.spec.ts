import type { HttpRequest } from '@adonisjs/core/http'
import { test } from '@japa/runner'
import { requestBytes } from '#app/front_door/bodies/request_bytes'
import BodyCutOff from '#app/front_door/errors/body_cut_off'
import { receivedRequest } from '#tests/support/received_request'

test.group('The body of a request', () => {
  test('is not waited for longer than is allowed', async ({ assert, cleanup }) => {
    const { received: request } = await receivedRequest('the first of it', { cleanup })
    const asked = { request } as unknown as HttpRequest
    await assert.rejects(() => requestBytes(asked, 1_000, undefined, 50), BodyCutOff as never)
  })
})
