import { test } from '@japa/runner'
import env from '#start/env'
import { SecurityTrail } from '#app/audit/security_trail'
import type { AccountAction } from '#app/audit/audit_action'
import { SYSTEM } from '#app/audit/actor'
import { AuditVerification } from '#app/audit/audit_verification'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { asSuperuser } from '#tests/support/superuser'

const CHAIN = 'security_entries'

test.group('Security trail', (group) => {
  let acme: Tenant
  group.each.setup(async () => {
    acme = await makeTenant()
  })

  const live = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const append = (...actions: AccountAction[]) =>
    live(() =>
      unit(() =>
        SecurityTrail.append(
          ...actions.map((action) => ({ action, actor: SYSTEM, personal: { email: 'a@b.test' } }))
        )
      )
    )
  const findings = async () => (await new AuditVerification(acme.ref, 'live').ofTenant()).findings
  const kinds = async () => [...new Set((await findings()).map(({ kind }) => kind))]
  const tamper = (statement: string) =>
    asSuperuser(new URL(env.get('DATABASE_URL')).pathname.slice(1), async (client) => {
      await client.query(`set search_path = ${schemaNames(acme.id).account}`)
      await client.query(`alter table ${CHAIN} disable trigger user`)
      await client.query(statement)
    })

  test('binds each entry to the one before, across units', async ({ assert }) => {
    await append('member.invited', 'member.joined')
    await append('key.created')
    const entries = await live(() => SecurityTrail.read())
    assert.deepEqual(
      entries.map(({ sequence, action, personal }) => [sequence, action, personal.email]),
      [
        [3, 'key.created', 'a@b.test'],
        [2, 'member.joined', 'a@b.test'],
        [1, 'member.invited', 'a@b.test'],
      ]
    )
    assert.equal(entries[0].prevHash, entries[1].hash)
    assert.deepEqual(await findings(), [])
  })

  test('keeps one order when twenty units write at once', async ({ assert }) => {
    await Promise.all(Array.from({ length: 20 }, () => append('log_in.failed')))
    assert.lengthOf(await live(() => SecurityTrail.read()), 20)
    assert.deepEqual(await findings(), [])
  })

  test('is not written without the change that it tells of', async ({ assert }) => {
    const alone = () => live(() => SecurityTrail.append({ action: 'key.created', actor: SYSTEM }))
    await assert.rejects(alone, 'The security trail is written in the unit of the change')
    const failing = live(() =>
      unit(async () => {
        await SecurityTrail.append({ action: 'key.created', actor: SYSTEM })
        throw new Error('the change failed')
      })
    )
    await assert.rejects(() => failing, 'the change failed')
    assert.isEmpty(await live(() => SecurityTrail.read()))
  })

  test('shows an entry that was altered, taken away or cut off', async ({ assert }) => {
    await append('key.created', 'key.revoked', 'member.removed')
    await tamper(
      `update ${CHAIN} set body = replace(body, 'revoked', 'renamed') where sequence = 2`
    )
    assert.deepEqual(await kinds(), ['altered'])
    await tamper(`delete from security_values; delete from ${CHAIN} where sequence = 2`)
    assert.deepEqual(await kinds(), ['missing', 'truncated'])
    await tamper(`delete from ${CHAIN}; update chain_head set sequence = 0, hash = null`)
    assert.deepEqual(await kinds(), ['truncated'])
  })
})
