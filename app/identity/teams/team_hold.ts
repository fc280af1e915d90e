import { CurrentTenant } from '#app/tenancy/current_tenant'
import NotInTeam from '../errors/not_in_team.js'

const KEEP = 'select id from teams where id = $1 for key share'
const IS_IN = 'select 1 from team_members where team_id = $1 and user_id = $2'
const IS_THERE = 'select id from teams where id = $1'

/** A row of the account that the sandbox has for itself. */
const BEGIN_IN_SANDBOX = 'select from test_clock for share'
const OUTLAST_SANDBOX = 'select from test_clock for update'

/** Of a team and what is made for it at the same moment, the second sees the first: either it belongs to the team, and is handed over, or there is no team. */
export const TeamHold = {
  /**
   * In the unit that makes something which belongs to a team. From here on it locks nothing of the account: the deletion of the team has done so already
   * when it waits for this. The sandbox may lock no team: what is made there at that moment is handed over once the team is gone and all that had begun before is over.
   *
   * @throws NotInTeam
   */
  async keep(teamId: string, userId: string): Promise<void> {
    if (CurrentTenant.get().environment === 'test') {
      await CurrentTenant.batch([{ text: BEGIN_IN_SANDBOX }])
      return assertAny(IS_THERE, [teamId])
    }
    await assertAny(KEEP, [teamId])
    await assertAny(IS_IN, [teamId, userId])
  },

  /** In the sandbox, in no unit and once a team is gone: waits for all that may have been made for it. */
  async outlast(): Promise<void> {
    await CurrentTenant.batch([{ text: OUTLAST_SANDBOX }])
  },
}

/** @throws NotInTeam */
async function assertAny(text: string, values: readonly unknown[]): Promise<void> {
  const [found] = await CurrentTenant.batch([{ text, values }])
  if (found.length === 0) throw new NotInTeam()
}
