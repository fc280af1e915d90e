import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { checkpointsFolder } from '#app/audit/configuration'
import { ErasureList } from '#app/audit/erasures/erasure_list'
import type { Actor } from '#app/audit/actor'
import Document from '#app/documents/document'
import { DAY_MS } from '#app/foundation/duration'
import { Handover } from '#app/identity/handover/handover'
import { Installation } from '#app/monitoring/figures/installation'
import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import TenantPresent from '#app/portability/errors/tenant_present'
import { TenantExport } from '#app/portability/tenant_export'
import { TenantImport } from '#app/portability/tenant_import'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Domain from '#app/tenants/domains/domain'
import { targetOf } from '#app/tenants/domains/domain_target'
import PlanGrant from '#app/tenants/plans/plan_grant'
import { PlatformWork } from '#app/tenants/platform_work'
import { Removal } from '#app/tenants/removal'
import { Resale } from '#app/tenants/resale/resale'
import type Tenant from '#app/tenants/tenant'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { doPlatformWork, makeChild, makeReseller } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { forgeArchive } from '#tests/support/forged_archive'
import { doWork } from '#tests/support/inline_work'
import { asSuperuser } from '#tests/support/superuser'

const RITA: Actor = { type: 'user', id: 'usr_rita', name: 'Rita Reseller' }

const live = <T>(tenant: Tenant, work: () => T) =>
  CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)

const sql = (text: string, values: unknown[] = []) =>
  asSuperuser(Cell.named('main').database, (superuser) => superuser.query(text, values))

test.group('An import', (group) => {
  let folder: string
  let file: string

  group.each.setup(async () => {
    const before = checkpointsFolder.value
    folder = await mkdtemp(join(tmpdir(), 'countersign-import-'))
    file = join(folder, 'acme.tar')
    checkpointsFolder.give(folder)
    return async () => {
      checkpointsFolder.give(before)
      await rm(folder, { recursive: true })
    }
  })

  const exported = (tenant: Tenant) => new TenantExport(tenant).write(file)
  const imported = async (options: Parameters<typeof TenantImport.open>[1] = {}) =>
    (await TenantImport.open(file, options)).run()
  const andBack = async (tenant: Tenant) => {
    await exported(tenant)
    await TenantErasure.run(tenant.id)
    return imported()
  }
  /** The same archive, as another installation would have written it. */
  const fromElsewhere = async (tenant: Tenant, parent?: string) => {
    const own = join(folder, 'own.tar')
    await new TenantExport(tenant).write(own)
    await TenantErasure.run(tenant.id)
    return imported({ trust: await forgeArchive(own, file), plan: 'business', parent })
  }

  test('erases again what was erased since the archive was written, and leaves it listed', async ({
    assert,
  }) => {
    const acme = await makeTenant({ withSandbox: true })
    const [gone, kept] = await live(acme, () =>
      Promise.all([makeDocument({ signers: [ANA] }), makeDocument({ signers: [BEN] })])
    )
    await live(acme, async () => (await Document.findOrFail(gone.id)).void({ by: OLGA }))
    await exported(acme)
    await live(acme, () => Document.reference(gone.id).erase({ by: OLGA, reason: 'request' }))
    await doWork(acme, 'documents.remove_files')
    await TenantErasure.run(acme.id)
    assert.sameMembers(await ErasureList.of(acme.id), [acme.id, gone.id])

    const here = await imported()
    assert.isTrue((await live(here, () => Document.findOrFail(gone.id))).isErased)
    assert.isFalse((await live(here, () => Document.findOrFail(kept.id))).isErased)
    assert.deepEqual(await ErasureList.of(acme.id), [gone.id])
  })

  test('that fails leaves the tenant listed as erased', async ({ assert }) => {
    const acme = await makeTenant()
    const label = (await targetOf(acme.id)).split('.')[0]
    const other = await makeTenant()
    await exported(acme)
    await TenantErasure.run(acme.id)
    await sql('insert into platform.domain_targets (tenant_id, label) values ($1, $2)', [
      other.id,
      label,
    ])
    await assert.rejects(() => imported(), TenantPresent)
    assert.deepEqual(await ErasureList.of(acme.id), [acme.id])
  })

  test('closes an erasure whose end was never stored, which nobody is told to go on with', async ({
    assert,
  }) => {
    const acme = await makeTenant()
    await exported(acme)
    await TenantErasure.run(acme.id)
    await sql(
      `update platform.erasures set certificate = null, signature = null, finished_at = null, started_at = now() - interval '2 days' where tenant_id = $1`,
      [acme.id]
    )
    assert.include(await Installation.unfinishedErasures(DAY_MS / 1_000), acme.id)
    const here = await imported()
    assert.notInclude(await Installation.unfinishedErasures(DAY_MS / 1_000), acme.id)
    const { rows } = await sql('select from platform.erasures where tenant_id = $1', [acme.id])
    assert.isEmpty(rows)
    assert.isNull(await TenantErasure.resume(acme.id))
    assert.equal((await here.refresh()).status, 'ready')
  })

  test('leaves the certificate of an erasure that was finished', async ({ assert }) => {
    const acme = await makeTenant()
    await andBack(acme)
    const { rows } = await sql('select certificate from platform.erasures where tenant_id = $1', [
      acme.id,
    ])
    assert.equal(rows[0].certificate.tenantId, acme.id)
  })

  test('ends trials on their day', async ({ assert }) => {
    const acme = await makeTenant({ plan: 'pro' })
    const given = {
      ...{ tenantId: acme.id, reason: 'Trial', grantedBy: 'opr_x', planKey: 'enterprise' },
      until: new Date(Date.now() + DAY_MS),
    }
    await db.connection('platform').transaction((trx) => PlanGrant.give(given, trx))
    const here = await andBack(acme)
    const planKey = async () => (await live(here, () => TenantEntitlements.current())).planKey
    assert.equal(await planKey(), 'enterprise')

    await PlatformWork.doAllDue()
    const waiting = { kind: 'project_standing', ref: acme.id }
    const [work] = await db.connection('platform').from('outbox').where(waiting)
    assert.closeTo(work.due_at.getTime(), given.until.getTime(), 1_000)
    // a day later
    await sql(`update platform.plan_grants set until = now() where tenant_id = $1`, [acme.id])
    await sql(`update platform.outbox set due_at = now() where id = $1`, [work.id])
    await PlatformWork.doAllDue()
    assert.equal(await planKey(), 'pro')
  })

  const host = () => `sign.i${Date.now().toString(36)}.com`
  const DOMAIN = `insert into platform.domains (id, tenant_id, host, status, challenge, created_at, updated_at)
    values ($1, $2, $3, 'active', 'x', now() - interval '60 days', now())`

  test('looks up hosts that led elsewhere as often as those that are claimed today', async ({
    assert,
  }) => {
    const acme = await makeTenant()
    const id = `dom_${acme.id.slice(4)}`
    await sql(DOMAIN, [id, acme.id, host()])
    await fromElsewhere(acme)
    const domain = await Domain.findOrFail(id)
    assert.equal(domain.status, 'pending')
    assert.isAbove(domain.createdAt.getTime(), Date.now() - DAY_MS)
    const [check] = await db.connection('platform').from('outbox').where({ ref: id })
    assert.containSubset(check, { kind: 'check_domain', lane: 'dns' })
  })

  test('claims a host that somebody else has by now', async ({ assert }) => {
    const [acme, other] = [await makeTenant(), await makeTenant()]
    const [id, theirs] = [`dom_${acme.id.slice(4)}`, `dom_${other.id.slice(4)}`]
    const name = host()
    await sql(DOMAIN, [id, acme.id, name])
    await exported(acme)
    await TenantErasure.run(acme.id)
    await sql(DOMAIN, [theirs, other.id, name])
    await imported()
    assert.equal((await Domain.findOrFail(id)).status, 'pending')
    assert.equal((await Domain.findOrFail(theirs)).status, 'active')
  })

  test('calls off the deletion that the tenant waited for', async ({ assert }) => {
    const acme = await makeTenant()
    await Removal.schedule(acme.id, new Date(Date.now() - DAY_MS))
    const here = await andBack(acme)
    assert.deepInclude(here.$attributes, { status: 'ready', eraseAt: null, suspendedAt: null })
    assert.isNull((await live(here, () => TenantEntitlements.current())).eraseAt)
  })

  test('brings what a reseller noted back to that reseller alone, and no handover that it asked for', async ({
    assert,
  }) => {
    const [reseller, another] = [await makeReseller(), await makeReseller()]
    const child = await makeChild(reseller)
    await new Resale(reseller.ref, RITA).change(child.id, { metadata: { customer: '4711' } })
    await sql(`update t_${child.id.slice(4)}.users set last_seen_at = now()`)
    const milton = { name: 'Milton Waddams', email: 'milton@initech.example' }
    await Handover.ask(child.id, milton, { resellerId: reseller.id, actor: RITA })
    await doPlatformWork()
    const back = await andBack(child)
    assert.deepInclude(back.$attributes, {
      parentId: reseller.id,
      metadata: { customer: '4711' },
    })
    assert.isNull(await live(back, () => Handover.pending()))

    const elsewhere = await fromElsewhere(back, another.slug)
    assert.deepInclude(elsewhere.$attributes, { parentId: another.id, metadata: {} })
    await TenantErasure.run(elsewhere.id)
  })
})
