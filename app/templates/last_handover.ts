import { SYSTEM, type Actor } from '#app/audit/actor'
import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import { Recipients } from '#app/identity/teams/recipient'
import { TeamHold } from '#app/identity/teams/team_hold'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { query } from '#app/tenancy/statement'
import { TemplateHandover } from './handing_over.js'

/** Who deletes the team does it themselves within that. */
const AFTER_MS = MINUTE_MS

const OWNER = `
  select id from users where role = 'owner' and removed_at is null and disabled_at is null order by created_at, id limit 1`

/** What the sandbox has made for a team until it was gone follows the rest: no unit spans both environments. */
export const LastHandover = {
  /** In the unit that deletes the team: the process may die before it has come to `run`. */
  leave(teamId: string, to: string): void {
    const dueAt = new Date(clock.now().getTime() + AFTER_MS)
    Outbox.append({ kind: 'team.hand_over', ref: `${teamId}.${to}`, dueAt })
  },

  /** In the sandbox, once the team is gone. It can be done again. */
  async run(teamId: string, to: string, by: Actor): Promise<void> {
    await TeamHold.outlast()
    await unit(async () => {
      if (await TemplateHandover.isHolding(teamId)) await TemplateHandover.run(teamId, to, by)
    })
  },
}

/** The work `team.hand_over`. Where its heir has left since, an owner gets what there is. */
export default async function handOverTheRest(task: Task): Promise<void> {
  const [teamId, to] = task.ref.split('.')
  const { tenant } = CurrentTenant.get()
  await CurrentTenant.run({ tenant, environment: 'test' }, async () =>
    LastHandover.run(teamId, await heirOr(to), SYSTEM)
  )
  await Outbox.finish(task)
}

async function heirOr(id: string): Promise<string> {
  const heir = await Recipients.find(id)
  if (heir && Recipients.mayHold(heir)) return id
  const [[owner]] = await CurrentTenant.batch([query<{ id: string }>(OWNER)])
  return owner.id
}
