import { HttpContextFactory, RequestFactory } from '@adonisjs/core/factories/http'
import { test } from '@japa/runner'
import { formBody } from '#app/front_door/bodies/form_body'
import BodyCutOff from '#app/front_door/errors/body_cut_off'
import { receivedRequest } from '#tests/support/received_request'

const headers = {
  'content-type': 'application/x-www-form-urlencoded',
  'content-length': '1000',
}

test.group('The body of a form', () => {
  test('is cut off when its sender leaves, which is no fault of ours', async ({
    assert,
    cleanup,
  }) => {
    const { sender, received: req } = await receivedRequest('title=a+lease', { headers, cleanup })
    const ctx = new HttpContextFactory()
      .merge({ request: new RequestFactory().merge({ req }).create() })
      .create()
    const read = formBody(ctx, () => {}) as Promise<void>
    sender.destroy()
    await assert.rejects(() => read, BodyCutOff as never)
  })
})
