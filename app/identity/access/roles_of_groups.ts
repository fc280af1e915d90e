import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Statement } from '#app/tenancy/statement'

/** Members whose role a group of the tenant's directory gives. As long as one does, nothing that a provider says at a log-in changes it. */
export const RolesOfGroups = {
  note(userIds: readonly string[]): Statement {
    return {
      text: 'insert into directory_roles (user_id) select unnest($1::text[]) on conflict do nothing',
      values: [userIds],
    }
  },

  forget(userIds: readonly string[]): Statement {
    return { text: 'delete from directory_roles where user_id = any ($1)', values: [userIds] }
  },

  async include({ id }: { id: string }): Promise<boolean> {
    const text = 'select 1 from directory_roles where user_id = $1'
    const [found] = await CurrentTenant.batch([{ text, values: [id] }])
    return found.length > 0
  },
}
