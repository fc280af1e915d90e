import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { WebProcess } from '#tests/support/web_process'

/** Where a web process dies, and how many documents there are then. */
const POINTS: [point: string, left: number][] = [
  ['api.staked', 0],
  ['api.kept', 0],
  ['api.changed', 1],
]

test.group('A change whose process is killed', (group) => {
  let web: WebProcess
  let client: ApiClient
  let file: string

  group.setup(async () => {
    client = await ApiClient.of(await makeTenant(), 'live')
    file = Buffer.from(await makePdf()).toString('base64')
    web = await WebProcess.start({ NODE_ENV: 'test' })
    return () => web.stop()
  })

  const within = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: client.tenant.ref, environment: 'live' }, work)

  for (const [point, left] of POINTS) {
    test(`at ${point} happens once, even if it is repeated`, async ({ assert }) => {
      const title = `Killed at ${point}`
      const signers = [{ name: 'Ana Buyer', email: 'ana@example.test' }]
      const made = () => within(() => Document.query().where({ title }))
      const order = {
        method: 'POST',
        path: '/api/v1/documents',
        headers: { 'idempotency-key': point },
        json: { title, file, signers },
      } as const

      const dying = await WebProcess.start({ NODE_ENV: 'test', FAULT_POINT: point })
      await assert.rejects(() => client.ask({ ...order, origin: dying.origin }))
      assert.lengthOf(await made(), left)

      const early = await client.ask({ ...order, origin: web.origin })
      assert.equal(early.status, left === 0 ? 409 : 201)
      await within(() =>
        CurrentTenant.batch([{ text: `update idempotency_keys set claimed_until = now()` }])
      )
      const late = await client.ask({ ...order, origin: web.origin })
      assert.equal(late.status, 201, late.text)
      assert.equal(late.headers['idempotent-replayed'], left === 0 ? undefined : 'true')
      assert.deepEqual(
        (await made()).map(({ id }) => id),
        [late.body.id]
      )
    })
  }
})
