import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import Tenant from '#app/tenants/tenant'

/** Older than any proof takes: who made them has died. */
const ABANDONED_AFTER = '1 hour'

const ABANDONED = `select scope from cell.set_aside where since < now() - interval '${ABANDONED_AFTER}'`
const ID = /^t_([0-9a-z]{26})_/

/** Tenants whose work is left alone by relays. They are taken from the list when they are erased. */
export const SetAside = {
  async add({ id, cell }: Tenant): Promise<void> {
    const { live, test } = schemaNames(id)
    await Cell.named(cell).as('relay', (client) =>
      client.query('insert into cell.set_aside (scope) select unnest($1::name[])', [[live, test]])
    )
  },

  /** What a proof has left behind that was killed; those below others first. */
  async abandoned(): Promise<string[]> {
    const found = new Set<string>()
    for (const cell of Cell.all()) {
      const { rows } = await cell.as('relay', (client) =>
        client.query<{ scope: string }>(ABANDONED)
      )
      for (const { scope } of rows) found.add(`ten_${ID.exec(scope)?.[1]}`)
    }
    const tenants = await Tenant.query()
      .whereIn('id', [...found])
      .orderBy('createdAt', 'desc')
    return tenants.map(({ id }) => id)
  },
}
