import type pg from 'pg'
import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import Domain, { SERVED } from '../domains/domain.js'
import { EntitlementsProjection } from '../entitlements_projection.js'
import Tenant from '../tenant.js'
import { platformHost } from './public_address.js'

interface OutdatedHost {
  tenantId: string
  slug: string
  /** What its links are made of. */
  host: string
}

interface Written {
  id: string
  parentId: string | null
  slug: string
  hosts: string[]
}

/** Of so many tenants the hosts are read in one statement. */
const AT_A_TIME = 100

/**
 * Links of a tenant are made of hosts that are written into its account when the platform changes something of it. So after
 * PLATFORM_DOMAIN was changed, or a backup put back under another name, they have the domain of before until they are written anew.
 */
export const OutdatedHosts = {
  async find(): Promise<OutdatedHost[]> {
    // a claim that nobody has proved says nothing of where links of others lead
    const domains = await Domain.query().whereIn('status', SERVED)
    const served = new Set(domains.map(({ kind, tenantId, host }) => `${kind} ${tenantId} ${host}`))
    const written = await Promise.all(Cell.all().map(writtenIn))
    return written.flat().flatMap(({ id: tenantId, parentId, slug, hosts }) => {
      const isBelowBase = (host: string) =>
        host.startsWith(`${slug}.`) && served.has(`base ${parentId} ${host.slice(slug.length + 1)}`)
      const host = hosts.find(
        (one) =>
          one !== platformHost(slug) && !served.has(`host ${tenantId} ${one}`) && !isBelowBase(one)
      )
      return host === undefined ? [] : [{ tenantId, slug, host }]
    })
  },

  /** It may be interrupted, and run again. @returns of how many */
  async renew(onProgress: (done: number, total: number) => void = () => {}): Promise<number> {
    const found = await OutdatedHosts.find()
    for (const [place, { tenantId }] of found.entries()) {
      await EntitlementsProjection.apply(tenantId)
      onProgress(place + 1, found.length)
    }
    return found.length
  },
}

async function writtenIn(cell: Cell): Promise<Written[]> {
  const tenants = await Tenant.query()
    .where('cell', cell.name)
    .whereIn('status', ['ready', 'suspended'])
    .select('id')
  const found: Written[] = []
  for (let at = 0; at < tenants.length; at += AT_A_TIME) {
    const accounts = tenants.slice(at, at + AT_A_TIME).map(({ id }) => schemaNames(id).account)
    found.push(...(await cell.as('migrator', (client) => read(client, accounts))))
  }
  return found
}

/** Of those that are still there. */
async function read(client: pg.Client, accounts: readonly string[]): Promise<Written[]> {
  const there = await client.query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname = any ($1)',
    [accounts]
  )
  if (there.rows.length === 0) return []
  const texts = there.rows.map(
    ({ name }) =>
      `select tenant_id as id, parent_id as "parentId", slug, array[host, signing_host, api_host] as hosts from ${name}.standing`
  )
  const { rows } = await client.query<Written>(texts.join(' union all '))
  return rows
}
