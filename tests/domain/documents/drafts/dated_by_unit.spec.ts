import { test } from '@japa/runner'
import drive from '@adonisjs/drive/services/main'
import Document from '#app/documents/document'
import { clock } from '#app/foundation/clock'
import { HOUR_MS } from '#app/foundation/duration'
import type { Environment } from '#app/foundation/environment'
import { TestClock } from '#app/sandbox/test_clock'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { makeTemplate } from '#tests/factories/template_factory'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'
import { asSuperuser } from '#tests/support/superuser'

test.group('Draft | while its files are stored', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
  })
  group.each.teardown(() => clock.restore())

  const inside = <T>(environment: Environment, work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment }, work)

  /** Something happens once, while a file is on its way to the disk. */
  async function during<T>(happening: () => unknown, work: () => Promise<T>): Promise<T> {
    const disk = drive.use()
    const { put } = disk
    disk.put = async (...given) => {
      disk.put = put
      await happening()
      return put.apply(disk, given)
    }
    try {
      return await work()
    } finally {
      disk.put = put
    }
  }

  async function sealed(environment: Environment, id: string): Promise<string | undefined> {
    await sign(acme, id, 'ana@example.test', environment)
    await sign(acme, id, 'ben@example.test', environment)
    await doWork(acme, 'seal', { environment })
    return (await inside(environment, () => Document.find(id)))?.status
  }

  test('an hour may pass: it is dated as its trail is, and sealed', async ({ assert }) => {
    const { id } = await during(
      () => clock.travel(HOUR_MS),
      () => inside('live', () => makeDocument())
    )
    const { createdAt, signers } = (await inside('live', () => Document.whole(id)))!
    assert.isBelow(Math.abs(createdAt.getTime() - clock.now().getTime()), 60_000)
    assert.deepEqual(signers[0].createdAt, createdAt)
    assert.equal(await sealed('live', id), 'completed')
  })

  test('the clock of its sandbox may be moved on', async ({ assert }) => {
    const { id } = await during(
      () => inside('test', () => TestClock.advance({ seconds: 3_600 })),
      () => inside('test', () => makeDocument())
    )
    assert.equal(await sealed('test', id), 'completed')
  })

  test('a template is dated by the time at which it is there', async ({ assert }) => {
    const before = clock.now().getTime()
    const template = await during(
      () => clock.travel(HOUR_MS),
      () => inside('live', () => makeTemplate())
    )
    assert.isAtLeast(template.createdAt.getTime(), before + HOUR_MS)
  })

  test('the account may be suspended: nothing is sent', async ({ assert }) => {
    const { account, live } = schemaNames(acme.id)
    const suspend = (at: string) =>
      asSuperuser(Cell.named('main').database, (superuser) =>
        superuser.query(`update ${account}.standing set suspended_at = ${at}`)
      )
    const title = 'Under way'
    await assert.rejects(
      () =>
        during(
          () => suspend('now()'),
          () => inside('live', () => makeDocument({ title }))
        ),
      /account is suspended/
    )
    await suspend('null')
    const [rows] = await inside('live', () =>
      CurrentTenant.batch([
        { text: `select id from ${live}.documents where title = $1`, values: [title] },
      ])
    )
    assert.isEmpty(rows)
  })

  for (const [how, sql] of Object.entries({
    'long before its trail': `created_at - interval '40 days'`,
    'an hour after it': `created_at + interval '1 hour'`,
  }))
    test(`one that an earlier release dated ${how} is sealed`, async ({ assert }) => {
      const { id } = await inside('live', () => makeDocument())
      await asSuperuser(Cell.named('main').database, (superuser) =>
        superuser.query(
          `update ${schemaNames(acme.id).live}.documents set created_at = ${sql} where id = $1`,
          [id]
        )
      )
      assert.equal(await sealed('live', id), 'completed')
    })
})
