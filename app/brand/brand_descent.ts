import db from '@adonisjs/lucid/services/db'
import type { ClientBase } from 'pg'
import { Cell } from '#app/tenancy/cell'
import { lockedTransaction } from '#app/tenancy/transactions/locked_transaction'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { firstChosen, type BrandValues } from './brand_values.js'
import { noteHandedDown } from './handed_down_entry.js'
import Tenant from '#app/tenants/tenant'

/** The platform's own brand stands behind every chain of resellers. */
export const PLATFORM = 'platform'

interface Published {
  owner: string
  look: Partial<BrandValues>
  reseller: string | null
}

interface Picture {
  sha256: string
  bytes: Buffer
  width: number
  height: number
}

/** From the nearest reseller up to the platform. */
const ANCESTORS = `with recursive up as (
    select t.parent_id, 1 as depth from tenants t where t.id = ?
    union all select t.parent_id, up.depth + 1 from up join tenants t on t.id = up.parent_id
  ) select coalesce(up.parent_id, '${PLATFORM}') as owner, t.name as reseller,
           coalesce(b.look, '{}') as look
      from up left join tenants t on t.id = up.parent_id
              left join brands b on b.owner = coalesce(up.parent_id, '${PLATFORM}') order by up.depth`

const PICTURES = `select distinct on (sha256) sha256, bytes, width, height from brand_images
  where owner = any(?) and sha256 = any(?)`

const BELOW = `with recursive below as (
    select id from tenants where parent_id = :owner or (:owner = '${PLATFORM}' and parent_id is null)
    union select t.id from tenants t join below on t.parent_id = below.id
  ) ${PlatformOutbox.appending('project_brand', `below join tenants using (id) where status <> 'deleted'`)}`

/**
 * How brands come down. What a reseller publishes is kept by the platform; each tenant below gets its own copy of what it inherits,
 * with the pictures, into its account. All of it may be done again and out of order: it always copies what stands now.
 */
export const BrandDescent = {
  /** Asks that everybody below gets its copy, in the platform transaction that changed what they inherit. */
  async ask(owner: string, client: { rawQuery: typeof db.rawQuery }): Promise<void> {
    await client.rawQuery(BELOW, { owner })
  },

  /**
   * Copies what a tenant inherits into its account. Needs the migrator: no web process may write there.
   *
   * @param onward  asks the same for those below it, if there is something new: its reseller has changed, so theirs further up have
   */
  async project(tenantId: string, { onward = false } = {}): Promise<void> {
    const tenant = await Tenant.find(tenantId)
    if (!tenant || tenant.status === 'deleted') return
    const { account } = schemaNames(tenantId)
    await Cell.named(tenant.cell).as('migrator', (client) =>
      // read under the lock: of two at once the later one has the later state
      lockedTransaction(client, `${account} inherits`, async () => {
        // it inherits what stands then, as the last thing before it is ready
        if (tenant.status === 'provisioning' && !(await isBuilt(client, account))) return
        const { values, reseller, pictures } = await handedDown(tenantId)
        await noteHandedDown(tenant, values)
        if (onward && (await isNews(client, account, { values, reseller })))
          await BrandDescent.ask(tenantId, db.connection('platform'))
        for (const { sha256, bytes, width, height } of pictures)
          await client.query(
            `insert into ${account}.brand_images (sha256, bytes, width, height, is_inherited)
              values ($1, $2, $3, $4, true) on conflict do nothing`,
            [sha256, bytes, width, height]
          )
        await client.query(
          `update ${account}.inherited_brand set look = $1, reseller = $2, updated_at = now()`,
          [JSON.stringify(values), reseller]
        )
      })
    )
  },
}

async function isBuilt(client: ClientBase, account: string): Promise<boolean> {
  const found = await client.query<{ made: boolean }>(
    'select to_regclass($1) is not null as made',
    [`${account}.inherited_brand`]
  )
  return found.rows[0].made
}

/** Before it is written: work that died in between is done again, and then asks those below again. */
async function isNews(
  client: ClientBase,
  account: string,
  look: { values: Partial<BrandValues>; reseller: string | null }
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from ${account}.inherited_brand where (look, reseller) is distinct from ($1::jsonb, $2::text)`,
    [JSON.stringify(look.values), look.reseller]
  )
  return rowCount !== 0
}

async function handedDown(tenantId: string) {
  const ancestors = await rows<Published>(ANCESTORS, [tenantId])
  const values = firstChosen(...ancestors.map(comingDown))
  const wanted = [values.logo, values.icon].filter((sha256) => sha256 !== null)
  const owners = ancestors.map(({ owner }) => owner)
  const pictures = wanted.length > 0 ? await rows<Picture>(PICTURES, [owners, wanted]) : []
  const [nearest] = ancestors
  const reseller = nearest?.reseller && (nearest.look.name ?? nearest.reseller)
  return { values, reseller: reseller ?? null, pictures }
}

/** Names say who a contract comes from: a reseller's own do not come down, only the one that it has chosen for those below it. */
function comingDown({ owner, look }: Published): Partial<BrandValues> {
  if (owner === PLATFORM) return look
  return { ...look, name: look.tenantsName ?? null, senderName: null }
}

async function rows<T>(text: string, bindings: unknown[]): Promise<T[]> {
  const answer = await db.connection('platform').rawQuery<{ rows: T[] }>(text, bindings as never)
  return answer.rows
}
