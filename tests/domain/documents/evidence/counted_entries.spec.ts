import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { end } from '#app/documents/ending'
import { recordLinkDisclosure } from '#app/documents/evidence/disclosure'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'

const WAITING = `select from pg_stat_activity
  where wait_event_type = 'Lock' and query like 'select %from documents where id = $1 for no key update' and usename is not null`

test.group('Counted entries', (group) => {
  let acme: Tenant
  let document: Document
  let ids: string[]

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const disclosed = (...signerIds: string[]) =>
    live(() => recordLinkDisclosure(document.id, signerIds, OLGA))
  const trail = () =>
    live(async () =>
      (await AuditTrail.read(document.id))
        .filter(({ action }) => action === 'link.disclosed')
        .map(({ body }) => body.details)
    )

  group.setup(async () => {
    acme = await makeTenant()
  })
  group.each.setup(async () => {
    document = await live(() => makeDocument())
    ids = document.signers.map(({ id }) => id)
  })

  test('stand in the trail once for each of several signers, in their order', async ({
    assert,
  }) => {
    await disclosed(...ids)
    await disclosed(...ids)
    assert.deepEqual(
      await trail(),
      ids.map((signerId) => ({ signerId }))
    )
    await live(() => document.void({ by: OLGA }))
    const settled = (await trail()).slice(2)
    assert.sameMembers(
      settled.map(({ signerId, times }) => `${String(signerId)} ${String(times)}`),
      ids.map((id) => `${id} 1`)
    )
  })

  test('are lost by neither side when a document ends while they are counted', async ({
    assert,
  }) => {
    const [ana, ben] = ids
    await disclosed(ana)
    await disclosed(ana)
    const isLocked = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const ending = live(() =>
      Document.change(document.id, async (change) => {
        isLocked.resolve()
        await mayEnd.promise
        await end(change, { status: 'voided', by: OLGA })
      })
    )
    await isLocked.promise
    const counting = disclosed(ana, ben)
    const isWaiting = () =>
      asSuperuser(Cell.named('main').database, async (superuser) => {
        const { rowCount } = await superuser.query(WAITING)
        return rowCount !== 0
      })
    await until(isWaiting)
    mayEnd.resolve()
    await Promise.all([ending, counting])

    const { status } = await live(() => Document.findOrFail(document.id))
    assert.equal(status, 'voided')
    const told = await trail()
    assert.lengthOf(
      told.filter(({ signerId }) => signerId === ben),
      1
    )
    const ofAna = told.filter(({ signerId }) => signerId === ana)
    assert.deepEqual(
      ofAna.map(({ times }) => times ?? 'at once'),
      ['at once', 1, 'at once']
    )
  })
})
