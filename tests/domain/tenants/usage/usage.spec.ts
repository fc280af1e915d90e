import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { clock } from '#app/foundation/clock'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Cell } from '#app/tenancy/cell'
import type { Row } from '#app/tenancy/statement'
import { schemaNames } from '#app/tenancy/tenant_ref'
import QuotaExceeded from '#app/tenants/errors/quota_exceeded'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import type Tenant from '#app/tenants/tenant'
import { Usage } from '#app/tenants/usage/usage'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { MailSetup } from '#tests/support/mail_setup'
import { asSuperuser } from '#tests/support/superuser'

const DAY_MS = 86_400_000

const live = <T>(tenant: Tenant, work: () => T) =>
  CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)

const rowsOf = (tenant: Tenant, text: string): Promise<Row[]> =>
  live(tenant, async () => (await CurrentTenant.batch([{ text }]))[0])

/** `{documents: 1, signatures: 2}` of this month. */
async function usedBy(tenant: Tenant): Promise<Record<string, number>> {
  const [rows] = await live(tenant, () => CurrentTenant.batch([Usage.statement()]))
  return Object.fromEntries(rows.map(({ name, used }) => [name as string, used as number]))
}

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'accepted'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

const signersNamed = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...ANA,
    name: `Signer ${index}`,
    email: `signer${index}@example.test`,
  }))

test.group('Usage | sending', () => {
  test('counts the document and each of its signers, later groups too', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'pro' })
    const signers = [
      { ...ANA, order: 1 },
      { ...BEN, order: 2 },
    ]
    const { id } = await live(tenant, () => makeDocument({ signers }))
    assert.deepEqual(await usedBy(tenant), { documents: 1, signatures: 2 })
    const ledger = await rowsOf(
      tenant,
      'select name, units, document_id, signer_id is not null as of_signer from usage_ledger order by name, id'
    )
    assert.deepEqual(
      ledger.map((row) => Object.values(row)),
      [
        ['documents', 1, id, false],
        ['signatures', 1, id, true],
        ['signatures', 1, id, true],
      ]
    )
  })

  test('counts a draft when it is sent, and not before', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'pro' })
    const draft = await live(tenant, () => makeDocument({}, { send: false }))
    assert.deepEqual(await usedBy(tenant), {})
    await live(tenant, () => draft.send(OLGA))
    assert.deepEqual(await usedBy(tenant), { documents: 1, signatures: 2 })
  })

  test('counts nothing in the sandbox', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free', withSandbox: true })
    for (let number = 0; number < 6; number++)
      await CurrentTenant.run({ tenant: tenant.ref, environment: 'test' }, () => makeDocument())
    assert.deepEqual(await usedBy(tenant), {})
  })

  test('refuses the sixth document of a month on Free, and changes nothing', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free' })
    for (let number = 0; number < 5; number++) await live(tenant, () => makeDocument())
    const before = await rowsOf(tenant, 'select count(*)::int as count from documents')
    const error = await live(tenant, () => makeDocument()).catch((thrown: unknown) => thrown)
    assert.instanceOf(error, QuotaExceeded)
    assert.deepEqual((error as QuotaExceeded).details, {
      plan: 'free',
      limit: 5,
      used: 5,
      resetsAt: UsageMonth.current().resetsAt.toISOString(),
    })
    assert.deepEqual(await rowsOf(tenant, 'select count(*)::int as count from documents'), before)
    assert.equal((await usedBy(tenant)).documents, 5)
    const draft = await live(tenant, () => makeDocument({}, { send: false }))
    assert.equal(await codeOf(() => live(tenant, () => draft.send(OLGA))), 'quota_exceeded')
    const found = await live(tenant, () => Document.whole(draft.id))
    assert.equal(found!.status, 'draft')
  })

  test('refuses a document whose signers would go beyond the month, and lets one pass that fits', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'starter' })
    await live(tenant, () => makeDocument({ signers: signersNamed(49) }))
    await live(tenant, () => makeDocument({ signers: signersNamed(49) }))
    const three = () => live(tenant, () => makeDocument({ signers: signersNamed(3) }))
    assert.equal(await codeOf(three), 'quota_exceeded')
    assert.deepEqual(await usedBy(tenant), { documents: 2, signatures: 98 })
    await live(tenant, () => makeDocument())
    assert.deepEqual(await usedBy(tenant), { documents: 3, signatures: 100 })
  })

  test('refuses what is more than a whole month, though nothing was used yet', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'starter' })
    const consume = (signatures: number) => () =>
      live(tenant, () =>
        unit(async () => {
          const signerIds = Array.from({ length: signatures }, (_, index) => `sig_${index}`)
          Usage.consume({ documentId: `doc_${signatures}`, signerIds })
        })
      )
    assert.equal(await codeOf(consume(101)), 'quota_exceeded')
    assert.deepEqual(await usedBy(tenant), {})
    assert.equal(await codeOf(consume(100)), 'accepted')
    assert.deepEqual(await usedBy(tenant), { documents: 1, signatures: 100 })
  })

  test('lets exactly five of forty pass that are sent at the same time', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free' })
    const codes = await Promise.all(
      Array.from({ length: 40 }, () => codeOf(() => live(tenant, () => makeDocument())))
    )
    assert.lengthOf(
      codes.filter((code) => code === 'accepted'),
      5
    )
    assert.lengthOf(
      codes.filter((code) => code === 'quota_exceeded'),
      35
    )
    assert.deepEqual(await usedBy(tenant), { documents: 5, signatures: 10 })
    const [{ documents, units }] = await rowsOf(
      tenant,
      `select (select count(*)::int from documents) as documents, (select count(*)::int from usage_ledger where name = 'documents') as units`
    )
    assert.deepEqual([documents, units], [5, 5])
  })

  test('starts again with the month, in UTC', async ({ assert, cleanup }) => {
    cleanup(() => clock.restore())
    const tenant = await makeTenant({ plan: 'free' })
    for (let number = 0; number < 5; number++) await live(tenant, () => makeDocument())
    const { resetsAt } = UsageMonth.current()
    clock.travel(resetsAt.getTime() - clock.now().getTime() - 1_000)
    assert.equal(await codeOf(() => live(tenant, () => makeDocument())), 'quota_exceeded')
    clock.travel(1_000)
    await live(tenant, () => makeDocument())
    assert.deepEqual(await usedBy(tenant), { documents: 1, signatures: 2 })
  })

  test('follows the plan as soon as it changes, and forgets nothing', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'pro' })
    for (let number = 0; number < 6; number++) await live(tenant, () => makeDocument())
    await tenant.merge({ planKey: 'free' }).save()
    await EntitlementsProjection.apply(tenant.id)
    assert.equal(await codeOf(() => live(tenant, () => makeDocument())), 'quota_exceeded')
    await tenant.merge({ planKey: 'starter' }).save()
    await EntitlementsProjection.apply(tenant.id)
    await live(tenant, () => makeDocument())
    assert.deepEqual(await usedBy(tenant), { documents: 7, signatures: 14 })
  })

  test('asks of a draft once more what the plan allows a document', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'starter' })
    const draftOf = (input: Parameters<typeof makeDocument>[0]) =>
      live(tenant, () => makeDocument(input, { send: false }))
    const many = await draftOf({ signers: signersNamed(3) })
    const brief = await draftOf({ expiresInDays: 7 })
    await tenant.merge({ planKey: 'free' }).save()
    await EntitlementsProjection.apply(tenant.id)
    assert.equal(await codeOf(() => live(tenant, () => many.send(OLGA))), 'signer_limit_exceeded')
    assert.equal(await codeOf(() => live(tenant, () => brief.send(OLGA))), 'feature_not_in_plan')
  })
})

test.group('Usage | giving back', () => {
  test('gives back the signatures that nobody gave, and never the document', async ({ assert }) => {
    const setup = await MailSetup.open()
    const document = await setup.sends()
    await setup.signs(document, 0)
    await setup.within(() => document.void({ by: OLGA }))
    assert.deepEqual(await usedBy(setup.tenant), { documents: 1, signatures: 1 })
  })

  test('returns the signature of a signer who declined', async ({ assert }) => {
    const setup = await MailSetup.open()
    const document = await setup.sends()
    await setup.declines(document, 1, 'Not like this')
    assert.deepEqual(await usedBy(setup.tenant), { documents: 1, signatures: 0 })
  })

  test('keeps the signatures of a document that is complete', async ({ assert }) => {
    const setup = await MailSetup.open()
    const document = await setup.sends()
    await setup.signs(document, 0)
    await setup.signs(document, 1)
    assert.deepEqual(await usedBy(setup.tenant), { documents: 1, signatures: 2 })
  })

  test('gives back into the month in which it was counted', async ({ assert, cleanup }) => {
    cleanup(() => clock.restore())
    const tenant = await makeTenant({ plan: 'starter' })
    const document = await live(tenant, () => makeDocument())
    const sentIn = UsageMonth.current().name
    clock.travel(32 * DAY_MS)
    await live(tenant, () => document.expire())
    const months = await rowsOf(
      tenant,
      'select month, name, used from usage_months order by month, name'
    )
    assert.deepEqual(
      months.map((row) => Object.values(row)),
      [
        [sentIn, 'documents', 1],
        [sentIn, 'signatures', 0],
      ]
    )
  })

  test('gives back once, however often it is tried', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'pro' })
    const document = await live(tenant, () => makeDocument())
    const sent = { documentId: document.id, signerIds: document.signers.map(({ id }) => id) }
    const giveBack = () => live(tenant, () => unit(async () => Usage.giveBack(sent)))
    await Promise.all([giveBack(), giveBack(), giveBack()])
    assert.deepEqual(await usedBy(tenant), { documents: 1, signatures: 0 })
  })

  test('counts a document once, however often it is tried', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'pro' })
    const document = await live(tenant, () => makeDocument())
    const sent = { documentId: document.id, signerIds: document.signers.map(({ id }) => id) }
    await live(tenant, () => unit(async () => Usage.consume(sent)))
    assert.deepEqual(await usedBy(tenant), { documents: 1, signatures: 2 })
  })
})

test.group('Usage | thresholds', () => {
  const told = async (tenant: Tenant) => {
    const rows = await rowsOf(
      tenant,
      `select body::jsonb -> 'data' as data from events where name = 'usage.threshold_reached' order by position`
    )
    return rows.map(({ data }) => data as Record<string, unknown>)
  }

  test('are announced at 80 and at 100 percent, once each, by event and by notice', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'free' })
    await Promise.all(
      Array.from({ length: 20 }, () => codeOf(() => live(tenant, () => makeDocument())))
    )
    const events = await told(tenant)
    assert.deepEqual(
      events.map(({ name, threshold, used, limit }) => [name, threshold, used, limit]),
      [
        ['documents', 80, 4, 5],
        ['documents', 100, 5, 5],
      ]
    )
    const notices = await rowsOf(tenant, 'select kind, details from notices order by id')
    assert.deepEqual(
      notices.map(({ kind, details }) => [kind, (details as { threshold: number }).threshold]),
      [
        ['usage.threshold', 80],
        ['usage.threshold', 100],
      ]
    )
    const works = await rowsOf(tenant, 'select count(*)::int as count from usage_thresholds')
    assert.equal(works[0].count, 2)
  })

  test('are not announced before a fractional share is reached', async ({ assert }) => {
    const tenant = await makeTenant({ plan: 'free' })
    await asSuperuser(Cell.named(tenant.cell).database, (superuser) =>
      superuser.query(
        `update ${schemaNames(tenant.id).account}.standing set entitlements = entitlements || '{"documentsPerMonth": 7}'`
      )
    )
    for (let number = 1; number <= 5; number++) await live(tenant, () => makeDocument())
    assert.isEmpty(await told(tenant)) // 80 % of 7 is 5.6
    await live(tenant, () => makeDocument())
    assert.containSubset(await told(tenant), [{ threshold: 80, used: 6, limit: 7 }])
  })

  test('are not announced again when signatures were returned and used again', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'starter' })
    await live(tenant, () => makeDocument({ signers: signersNamed(49) }))
    const crossing = await live(tenant, () => makeDocument({ signers: signersNamed(31) }))
    assert.lengthOf(await told(tenant), 1)
    await live(tenant, () => crossing.void({ by: OLGA }))
    await live(tenant, () => makeDocument({ signers: signersNamed(31) }))
    assert.lengthOf(await told(tenant), 1)
  })

  test('leave the work of their mails, and an event', async ({ assert }) => {
    const setup = await MailSetup.open({ plan: 'free' })
    for (let number = 0; number < 4; number++) await setup.sends()
    assert.lengthOf(await setup.waiting('mail.notice'), 1)
    assert.include(await setup.events(), 'usage.threshold_reached')
  })
})
