import type { AccountAction } from '#app/audit/audit_action'
import type { Happening } from '#app/audit/audit_entry'
import { SecurityTrail } from '#app/audit/security_trail'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import type { OrNull, RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'

const TAKEN = `
  with taken as (delete from log_in_failures where id = $1 returning *)
  select taken.*, users.email from taken left join users on users.id = taken.user_id`

interface Taken extends RowOf<'log_in_failures'>, OrNull<RowOf<'users', 'email'>> {}

/** The work `log_in.failed`: an hour's failures of one person from one address become one entry of the security trail. */
export default async function writeLogInFailure(task: Task): Promise<void> {
  await unit(async () => {
    const [[failure]] = await CurrentTenant.batch([query<Taken>(TAKEN, [task.ref])])
    if (failure) await SecurityTrail.append(happening(failure))
    await Outbox.finish(task)
  })
}

/** Nobody knows who it was. An account is named only where there is one. */
function happening(failure: Taken): Happening<AccountAction> {
  const { user_id: userId, ip_address: ip, tries, hour, email } = failure
  const ipAddress = ip || undefined
  return {
    action: 'log_in.failed',
    actor: { type: 'system', id: 'log_in', name: 'Somebody', ipAddress },
    details: {
      tries,
      hour: hour.toISOString(),
      ...(userId ? { userId } : { account: 'unknown here' }),
      ...(!ip && { from: 'many addresses' }),
    },
    personal: { account: email },
  }
}
