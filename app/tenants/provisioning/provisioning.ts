import type { ClientBase } from 'pg'
import logger from '@adonisjs/core/services/logger'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import KeyExists from '#app/foundation/errors/key_exists'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { Cell } from '#app/tenancy/cell'
import { assertKeysThere, keyRing } from '#app/tenancy/keys'
import { lockedTransaction } from '#app/tenancy/transactions/locked_transaction'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { TenantSchemas } from '#app/tenancy/schemas/tenant_schemas'
import Plan from '../plans/plan.js'
import Tenant from '../tenant.js'
import { hostsOf } from '../hosts/tenant_hosts.js'
import { firstRows, type NewTenant } from './new_tenant.js'
import { reserve } from './reservation.js'
import { tenantResolver } from '../hosts/tenant_resolver.js'
import { ResaleOutbox } from '../resale/resale_outbox.js'

export type { NewTenant } from './new_tenant.js'

export interface Resumption {
  finished: string[]
  failed: { tenantId: string; error: unknown }[]
}

/** How long a tenant may be in the making before somebody else takes it up. Two at once would do no harm, only work twice. */
const ABANDONED_AFTER_MS = 60_000

type Step = (tenantId: string) => Promise<void>

/** What higher layers put into a new account. */
let populate: Step = () => Promise.reject(new RangeError('start/work.ts populates no account'))

/**
 * Makes tenants. The row is reserved first, with all that is needed to go on, and the tenant stays invisible until its root key
 * and its schemas stand; each step may be taken again, so a process that dies between leaves nothing that `resume` cannot finish.
 */
export const Provisioning = {
  /** The last step before a tenant is ready, done by a higher layer; `start/work.ts` names it. Like every step it may run twice. */
  populateBy(step: Step): void {
    populate = step
  },

  /**
   * @param id  where its schemas were made ahead, for which this is then the tenant
   * @throws SlugTaken, SlugRefused, PlanUnknown, KeysAway
   */
  async create(wanted: NewTenant, id?: string): Promise<Tenant> {
    await assertKeysThere()
    const tenant = await reserve(wanted, undefined, id)
    faultPoint('provisioning.reserved')
    return Provisioning.finish(tenant)
  },

  /**
   * Reserves the id and leaves the rest to a worker, in a transaction of the platform: until then the tenant is invisible.
   *
   * @throws SlugTaken, SlugRefused, PlanUnknown
   */
  async order(wanted: NewTenant, client: TransactionClientContract): Promise<Tenant> {
    const tenant = await reserve(wanted, client)
    await PlatformOutbox.append(client, { kind: 'provision_tenant', ref: tenant.id })
    return tenant
  },

  async finish(tenant: Tenant): Promise<Tenant> {
    await createRoot(tenant)
    faultPoint('provisioning.rooted')
    await createSchemas(tenant)
    faultPoint('provisioning.built')
    return makeReady(tenant)
  },

  /** Finishes what others began and left; one that fails stops no other. */
  async resume({ abandonedAfterMs = ABANDONED_AFTER_MS } = {}): Promise<Resumption> {
    const before = new Date(clock.now().getTime() - abandonedAfterMs)
    const abandoned = await Tenant.query()
      .where({ status: 'provisioning' })
      .where('updated_at', '<=', before)
    const outcome: Resumption = { finished: [], failed: [] }
    for (const tenant of abandoned) {
      try {
        await Provisioning.finish(tenant)
        outcome.finished.push(tenant.id)
      } catch (error) {
        logger.error({ err: error, tenantId: tenant.id }, 'provisioning of a tenant failed')
        outcome.failed.push({ tenantId: tenant.id, error })
      }
    }
    return outcome
  },

  /** Leaves its sandbox to a worker, however often somebody asks. @returns whether it is there */
  async askForSandbox(tenantId: string): Promise<boolean> {
    const { hasSandbox } = await Tenant.findOrFail(tenantId)
    if (!hasSandbox) await PlatformOutbox.askOnce('open_sandbox', tenantId)
    tenantResolver.forgetHere()
    return hasSandbox
  },

  /** The sandbox's schema, made at its first use. */
  async openSandbox(tenant: Tenant): Promise<void> {
    const cell = Cell.named(tenant.cell)
    const schemas = new TenantSchemas(tenant.id, cell)
    const { test } = schemas.names
    await asMigrator(cell, test, async (client) => {
      if (!(await isInLedger(client, test))) await client.query(await schemas.openSandbox())
    })
    await Tenant.query()
      .where({ id: tenant.id, cell: tenant.cell })
      .update({ has_sandbox: true, updated_at: clock.now() })
    tenantResolver.forget()
    await tenant.refresh()
    // it has moved meanwhile, and what was made stayed behind: the work is tried again, where it is now
    if (!tenant.hasSandbox) throw new Error(`The sandbox of ${tenant.id} was made in its old cell`)
  },
}

async function createRoot(tenant: Tenant): Promise<void> {
  try {
    await keyRing.createRoot(tenant.id)
  } catch (error) {
    if (!(error instanceof KeyExists)) throw error
  }
}

async function createSchemas(tenant: Tenant): Promise<void> {
  const cell = Cell.named(tenant.cell)
  const schemas = new TenantSchemas(tenant.id, cell)
  const { account } = schemas.names
  await asMigrator(cell, account, async (client) => {
    const isMade = await isInLedger(client, account)
    if (isMade && (await hasBegun(client, account))) return
    const rows = await beginning(tenant)
    const sql = isMade ? `set local search_path = ${account}; ${rows}` : await schemas.open(rows)
    await client.query(sql)
  })
  await populate(tenant.id)
}

async function hasBegun(client: ClientBase, account: string): Promise<boolean> {
  return (await client.query(`select 1 from ${account}.standing`)).rowCount !== 0
}

async function beginning(tenant: Tenant): Promise<string> {
  if (!tenant.wanted) throw new Error(`Nothing says any more how ${tenant.id} is to begin`)
  const plan = await Plan.findOrFail(tenant.planKey)
  const hosts = await hostsOf(tenant, db.connection('platform'), plan.entitlements)
  return firstRows(tenant, plan, tenant.wanted, hosts)
}

/** In one transaction; a second process waits, and finds what the first has made. */
function asMigrator(
  cell: Cell,
  schema: string,
  work: (client: ClientBase) => Promise<void>
): Promise<void> {
  return cell.as('migrator', (client) =>
    lockedTransaction(client, schema, async () => {
      await work(client)
      faultPoint('provisioning.building')
    })
  )
}

/** The SQL of a schema writes the ledger, too. */
async function isInLedger(client: ClientBase, schema: string): Promise<boolean> {
  const made = await client.query('select 1 from cell.ledger where schema_name = $1', [schema])
  return made.rowCount !== 0
}

/** Once and for all: a second finisher must not make ready again what was suspended since, nor tell anybody twice. */
async function makeReady(tenant: Tenant): Promise<Tenant> {
  await platformTransaction(async (client) => {
    const [made] = await Tenant.query({ client })
      .where({ id: tenant.id, status: 'provisioning' })
      .update({ status: 'ready', wanted: null, updated_at: clock.now() })
    if (made > 0) await announce(tenant, client)
  })
  tenantResolver.forget()
  return tenant.refresh()
}

async function announce({ id, wanted }: Tenant, client: TransactionClientContract): Promise<void> {
  const made = await Tenant.findOrFail(id, { client })
  await ResaleOutbox.append(made, 'tenant.created', { by: wanted?.orderedBy }, client)
  const isWelcome = wanted?.owner.passwordHash === null
  if (isWelcome) await PlatformOutbox.append(client, { kind: 'welcome_owners', ref: id })
}
