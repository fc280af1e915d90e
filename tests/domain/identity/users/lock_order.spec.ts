import { test } from '@japa/runner'
import { Secret } from '@adonisjs/core/helpers'
import { SecurityTrail } from '#app/audit/security_trail'
import ApiKey from '#app/identity/keys/api_key'
import { openSession } from '#app/identity/sessions/session_opening'
import { OwnAccount } from '#app/identity/users/own_account'
import { PasswordLink } from '#app/identity/users/password_link'
import UserLink from '#app/identity/users/user_link'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, PASSWORD, withPassword } from '#tests/support/dashboard_visitor'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'

const WAITING = `select from pg_stat_activity where wait_event_type = 'Lock' and usename is not null`
const NEW_PASSWORD = new Secret('seven herons over the weir')

test.group('Units that lock the account', () => {
  /** One that has locked the trail writes a row once the other waits for it. PostgreSQL may send neither away. */
  const beside = async (
    tenant: Tenant,
    { table, id }: { table: string; id: string },
    act: () => Promise<unknown>
  ) => {
    const locked = Promise.withResolvers<void>()
    const holding = inLive(tenant, () =>
      unit(async () => {
        await SecurityTrail.lock()
        locked.resolve()
        await somebodyWaits()
        const text = `update ${table} set name = name where id = $1`
        await CurrentTenant.batch([{ text, values: [id] }])
      })
    )
    await locked.promise
    await Promise.all([holding, inLive(tenant, act)])
  }

  const somebodyWaits = () =>
    until(() =>
      asSuperuser(Cell.named('main').database, async (superuser) => {
        const { rowCount } = await superuser.query(WAITING)
        return rowCount !== 0
      })
    )

  test('wait for its trail before they lock people and keys', async ({ assert }) => {
    const tenant = await makeTenant()
    const user = await withPassword(tenant, await makeUser(tenant, 'admin'))
    const { session } = await inLive(tenant, () => openSession(user))
    const { key } = await inLive(tenant, () =>
      ApiKey.issue({ environment: 'live', name: 'One', createdBy: user })
    )
    const account = new OwnAccount(user, OLGA)
    const passwords = { old: new Secret(PASSWORD), password: NEW_PASSWORD }
    await beside(tenant, { table: 'users', id: user.id }, () =>
      account.changePassword(session, passwords)
    )
    await beside(tenant, { table: 'api_keys', id: key.id }, () => key.revise({ name: 'Two' }, OLGA))
    await beside(tenant, { table: 'api_keys', id: key.id }, () => key.revoke(OLGA))
    await inLive(tenant, () => PasswordLink.send(user.email, {}))
    const link = await inLive(tenant, () => UserLink.query().firstOrFail())
    link.user = user
    await beside(tenant, { table: 'users', id: user.id }, () =>
      PasswordLink.setPassword(link, NEW_PASSWORD, {})
    )
    await inLive(tenant, () => key.refresh())
    assert.isTrue(key.isRevoked)
  })
})
