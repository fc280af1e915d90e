import { randomUUID } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { SYSTEM } from '#app/audit/actor'
import { ErasureList } from '#app/audit/erasures/erasure_list'
import { PlatformTrail } from '#app/audit/platform_trail'
import { clock } from '#app/foundation/clock'
import { counted } from '#app/foundation/counted'
import { MINUTE_MS } from '#app/foundation/duration'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { Cell } from '#app/tenancy/cell'
import { assertKeysThere, keyRing } from '#app/tenancy/keys'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { transaction } from '#app/tenancy/transactions/transaction'
import { schemaNames } from '#app/tenancy/tenant_ref'
import LegalHold from '#app/tenants/errors/legal_hold'
import { Removal } from '#app/tenants/removal'
import { lock } from '#app/tenants/suspension'
import Tenant from '#app/tenants/tenant'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import { alone } from '../alone.js'
import { certificateOf, signCertificate, type ErasureCertificate } from './erasure_certificate.js'
import { countAll, type ErasureFacts } from './erasure_facts.js'
import { removePlatformRows } from './platform_removal.js'
import { removeFromRedis } from './redis_traces.js'
import { removeFromResellers } from './reseller_traces.js'
import { removeFromCell } from '../remains.js'
import { StoredFiles } from '../stored_files.js'
import TenantHasTenants from '../errors/tenant_has_tenants.js'

/** The clock of PostgreSQL, by which work is due, may be ahead of ours. */
const EARLY_MS = MINUTE_MS

/** The deletion was undone, or is due on another day. */
class NotDue extends Error {}

type Assertion = (tenant: Tenant, isHeld: boolean) => void

export interface Erased {
  certificate: ErasureCertificate
  signature: string
}

interface Begun {
  facts: ErasureFacts
  certificate: ErasureCertificate | null
  signature: string | null
  started_at: Date
}

/**
 * Erases a tenant for good: first its root, so that from this moment whatever is left anywhere is noise, then its rows, its files and
 * its traces. Each step may be taken again: one that was killed is taken up by the next call, and a call after the end gives the
 * certificate again.
 */
export const TenantErasure = {
  /** @throws LegalHold, TenantHasTenants, KeysAway before anything is destroyed, PortingUnderWay, E_STORAGE_AWAY */
  async run(tenantId: string, onProgress?: (step: string) => void): Promise<Erased> {
    return alone(tenantId, () => erase(tenantId, assertNotHeld, onProgress))
  },

  /**
   * What was begun, to its end.
   *
   * @returns null, and nothing is erased, where nothing was begun, or the tenant was taken in again since
   * @throws as `run` does
   */
  async resume(tenantId: string, onProgress?: (step: string) => void): Promise<Erased | null> {
    return alone(tenantId, async () =>
      (await underWay(tenantId)) ? erase(tenantId, assertNotHeld, onProgress) : null
    )
  },

  /**
   * The work `erase_tenant`: the day has come for which the deletion was announced.
   *
   * @returns null, and nothing is erased, where the deletion was undone, or is due on a later day, for which the work is left again
   * @throws as `run` does
   */
  async runIfDue(tenantId: string): Promise<Erased | null> {
    try {
      return await alone(tenantId, () => erase(tenantId, assertDue))
    } catch (error) {
      if (!(error instanceof NotDue)) throw error
      await Removal.leaveAgain(tenantId)
      return null
    }
  },

  /**
   * The same of a tenant that was erased before the databases, files or keys of an earlier moment were put back. A hold that was lifted
   * since keeps nothing, and a tenant that began after that moment is known by its id alone.
   *
   * @returns whether it had come back
   * @throws TenantHasTenants, KeysAway, PortingUnderWay, E_STORAGE_AWAY
   */
  async repeat(tenantId: string): Promise<boolean> {
    return alone(tenantId, async () => {
      await assertKeysThere()
      const isBack = await isThere(tenantId)
      const begun = (await underWay(tenantId)) ?? (isBack ? await begin(tenantId) : null)
      const open = begun?.certificate ? null : begun
      await destroy(tenantId, open?.facts.files.count ?? 0)
      if (open) await finish(tenantId, open)
      return isBack
    })
  },

  /** Of a tenant that is taken in again: what was not finished must not be gone on with. A certificate stays. */
  async close(tenantId: string, trx: TransactionClientContract): Promise<void> {
    await trx.from('erasures').where('tenant_id', tenantId).whereNull('certificate').delete()
  },
}

async function isThere(tenantId: string): Promise<boolean> {
  const tenant = await Tenant.find(tenantId)
  return tenant !== null && tenant.status !== 'deleted'
}

/** Null also for a tenant that was erased once, and taken in again from an archive: it is there, and an old certificate says nothing of it. */
async function underWay(tenantId: string): Promise<Begun | null> {
  const tenant = await Tenant.find(tenantId)
  if (tenant && tenant.status !== 'deleted') return null
  return db.connection('platform').from('erasures').where('tenant_id', tenantId).first()
}

async function erase(
  tenantId: string,
  assertErasable: Assertion,
  onProgress?: (step: string) => void
): Promise<Erased> {
  const before = await underWay(tenantId)
  if (before?.certificate && before.signature)
    return { certificate: before.certificate, signature: before.signature }
  await assertKeysThere()
  const begun = before ?? (await begin(tenantId, assertErasable))
  await destroy(tenantId, begun.facts.files.count, onProgress)
  return finish(tenantId, begun)
}

/**
 * Nothing is destroyed yet. From here on there is no way back, and nobody gets in any more. To count takes minutes, in which the deletion can
 * be undone, and a hold or a tenant below it can come: so what speaks against it is asked for again once nobody else can change the tenant or its hold.
 */
async function begin(tenantId: string, assertErasable?: Assertion): Promise<Begun> {
  const tenant = await Tenant.findOrFail(tenantId)
  await whileHoldStays(tenant, async (isHeld) => assertErasable?.(tenant, isHeld))
  await assertChildless(tenantId)
  const facts = await countAll(Cell.named(tenant.cell), tenantId)
  const row = { tenant_id: tenantId, facts: JSON.stringify(facts), started_at: clock.now() }
  await whileHoldStays(tenant, (isHeld) =>
    platformTransaction(async (trx) => {
      const locked = await lock(tenantId, trx)
      assertErasable?.(locked!, isHeld)
      await assertChildless(tenantId, trx)
      await trx
        .table('erasures')
        .knexQuery.insert(row)
        .onConflict('tenant_id')
        .merge({ ...row, certificate: null, signature: null, finished_at: null })
      const gone = { status: 'deleted', slug: `erased-${randomUUID().slice(0, 8)}`, name: '' }
      await trx
        .from('tenants')
        .where('id', tenantId)
        .update({ ...gone, updated_at: clock.now() })
    })
  )
  tenantResolver.forget()
  faultPoint('erasure.begun')
  return { facts, certificate: null, signature: null, started_at: row.started_at }
}

/** @throws TenantHasTenants */
async function assertChildless(
  tenantId: string,
  client?: TransactionClientContract
): Promise<void> {
  const child = await Tenant.query({ client }).where({ parentId: tenantId }).first()
  if (child) throw new TenantHasTenants()
}

/** @throws LegalHold */
function assertNotHeld(_tenant: Tenant, isHeld: boolean): void {
  if (isHeld) throw new LegalHold()
}

/** @throws NotDue, LegalHold */
function assertDue(tenant: Tenant, isHeld: boolean): void {
  const { status, eraseAt, suspensionReason, suspendedBy, removedBy } = tenant
  const isKept = removedBy !== null && suspensionReason !== null && suspendedBy === null
  const isDue = eraseAt !== null && eraseAt.getTime() - clock.now().getTime() <= EARLY_MS
  if (status !== 'suspended' || !isDue || isKept) throw new NotDue()
  assertNotHeld(tenant, isHeld)
}

/** A hold that comes meanwhile waits until `work` is over, and then finds the tenant as `work` left it. */
function whileHoldStays<T>(
  { id, cell }: Tenant,
  work: (isHeld: boolean) => Promise<T>
): Promise<T> {
  const { account } = schemaNames(id)
  return Cell.named(cell).as('migrator', async (client) => {
    const made = await client.query('select to_regclass($1) is not null as made', [
      `${account}.retention`,
    ])
    if (!made.rows[0].made) return work(false) // it was never finished
    return transaction(client, async () => {
      const { rows } = await client.query(
        `select held_since is not null as held from ${account}.retention for share`
      )
      return work(rows[0]?.held ?? false)
    })
  })
}

async function destroy(
  tenantId: string,
  files: number,
  onProgress: (step: string) => void = () => {}
): Promise<void> {
  await ErasureList.add(tenantId, tenantId)
  onProgress('Removing what its resellers keep of it')
  await removeFromResellers(tenantId)
  onProgress('Destroying the root key')
  await keyRing.eraseRoot(tenantId)
  faultPoint('erasure.shredded')
  onProgress('Dropping schemas, roles and work')
  for (const cell of Cell.all()) await removeFromCell(cell, tenantId) // where it was moved from, too
  faultPoint('erasure.dropped')
  onProgress(`Removing ${counted(files, 'file')}`)
  await new StoredFiles(tenantId).removeAll({ mayBeNew: files === 0 })
  faultPoint('erasure.unshelved')
  onProgress('Removing traces in Redis')
  await removeFromRedis([tenantId.slice('ten_'.length)])
}

async function finish(tenantId: string, { facts, started_at: startedAt }: Begun): Promise<Erased> {
  const certificate = await certificateOf(tenantId, facts, { startedAt, finishedAt: clock.now() })
  const signature = await signCertificate(certificate)
  await removePlatformRows(tenantId)
  faultPoint('erasure.forgotten')
  await platformTransaction(async (trx) => {
    await trx
      .from('erasures')
      .where('tenant_id', tenantId)
      .update({
        certificate: JSON.stringify(certificate),
        signature,
        finished_at: new Date(certificate.finishedAt),
      })
    await Removal.forget(tenantId, trx)
    const details = { tenantId }
    await PlatformTrail.append({ action: 'tenant.erased', actor: SYSTEM, details }, trx)
  })
  tenantResolver.forget()
  return { certificate, signature }
}
