import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#app/foundation/identifier'
import { AuditTrail } from '#app/audit/audit_trail'
import { AuditVerification } from '#app/audit/audit_verification'
import { checkpointsFolder } from '#app/audit/configuration'
import { ErasureList } from '#app/audit/erasures/erasure_list'
import Document from '#app/documents/document'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { Suppression } from '#app/documents/signers/suppression'
import { StoredFiles } from '#app/portability/stored_files'
import { RepeatedErasures } from '#app/portability/erasure/repeated_erasures'
import { SignerErasure } from '#app/portability/erasure/signer_erasure'
import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import { RetentionRule } from '#app/portability/retention_rule'
import { HeldWork } from '#app/queue/stuck/held_work'
import { StuckWork } from '#app/queue/stuck/stuck_work'
import { Retry } from '#app/queue/stuck/retry'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { SecurityTrail } from '#app/audit/security_trail'
import { keyRing } from '#app/tenancy/keys'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { PlatformWork } from '#app/tenants/platform_work'
import { Removal } from '#app/tenants/removal'
import Tenant from '#app/tenants/tenant'
import { ResaleOutbox } from '#app/tenants/resale/resale_outbox'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { doPlatformWork, makeChild, makeReseller } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { emptyOutbox } from '#tests/support/outbox_view'

const CONTACT = `insert into contacts (id, user_id, address, name, email, created_at, last_used_at)
  values ($1, 'usr_x', 'ana@example.test', 'Ana', 'ana@example.test', now(), now())`

test.group('Erasures | repeated after a restore', (group) => {
  let acme: Tenant

  group.each.setup(async () => {
    const before = checkpointsFolder.value
    const folder = await mkdtemp(join(tmpdir(), 'countersign-erasures-'))
    checkpointsFolder.give(folder)
    acme = await makeTenant()
    return async () => {
      checkpointsFolder.give(before)
      await rm(folder, { recursive: true })
    }
  })

  const live = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const found = (id: string) => live(() => Document.findOrFail(id))
  const contacts = async () => {
    const [rows] = await live(() => CurrentTenant.batch([{ text: 'select id from contacts' }]))
    return rows.map(({ id }) => id)
  }
  const listWork = async () => {
    await doWork(acme, 'documents.remove_files')
    await doWork(acme, 'erasures.list')
  }

  test('list a document and what was remembered of a person, by ids alone', async ({ assert }) => {
    const id = 'con_01k0000000000000000000000a'
    await live(() => CurrentTenant.batch([{ text: CONTACT, values: [id] }]))
    const document = await live(() => makeDocument({ signers: [ANA] }))
    await live(async () => (await found(document.id)).void({ by: OLGA }))
    await live(() => SignerErasure.run(ANA.email, OLGA))
    await listWork()
    assert.sameMembers(await ErasureList.of(acme.id), [document.id, id])
  })

  test('erase again what is there again, at whatever stage it is, and tell nobody', async ({
    assert,
  }) => {
    const ids = await live(async () => {
      const sent = await makeDocument({ signers: [ANA] })
      const draft = await makeDocument({ signers: [BEN] }, { send: false })
      const voided = await makeDocument({ signers: [BEN] })
      await (await found(voided.id)).void({ by: OLGA })
      return [sent.id, draft.id, voided.id]
    })
    const other = await live(() => makeDocument({ signers: [BEN] }))
    const contact = 'con_01k0000000000000000000000b'
    await live(() =>
      CurrentTenant.batch([
        { text: CONTACT, values: [contact] },
        Suppression.of(ANA.email, '550 5.1.1', 'mai_x'),
        Suppression.of(BEN.email, '550 5.1.1', 'mai_x'),
      ])
    )
    await live(() => RetentionRule.hold('Case 7', OLGA)) // it was lifted before they were erased
    const work = async () => (await live(pending)).length
    const before = await work()
    await ErasureList.add(acme.id, ...ids, contact)

    const repeated = await RepeatedErasures.run()
    assert.containsSubset(repeated, { documents: 3, mentions: 1, left: [] })
    const [sent, draft, voided] = await Promise.all(ids.map((id) => live(() => Document.find(id))))
    assert.isNull(draft)
    for (const document of [sent, voided]) assert.isTrue(document?.isErased)
    assert.isFalse((await found(other.id)).isErased)
    assert.isEmpty(await contacts())
    const suppressed = await live(() => Suppression.among([ANA.email, BEN.email]))
    assert.deepEqual([...suppressed], [BEN.email])
    assert.equal(await work(), before, 'no mail and no webhook')
    const { findings } = await new AuditVerification(acme.ref, 'live', documentEvidence).ofTenant()
    assert.deepEqual(findings, [])
    assert.containsSubset(await RepeatedErasures.run(), { documents: 0, mentions: 0 })
  })

  test('remove files that were put back of documents that the database knows to be erased, or never knew', async ({
    assert,
  }) => {
    const { id } = await live(() => makeDocument({ signers: [ANA] }))
    const other = await live(() => makeDocument({ signers: [BEN] }))
    await live(async () => (await found(id)).void({ by: OLGA }))
    await live(async () => (await found(id)).erase({ by: OLGA, reason: 'request' }))
    await listWork()
    const later = newId('doc', 'live')
    await ErasureList.add(acme.id, later)
    const files = new StoredFiles(acme.id)
    const names = () => Array.fromAsync(files.names({ withDrafts: true }))
    const before = await names()
    assert.isNotEmpty(before.filter((name) => name.includes(other.id)))
    for (const gone of [id, later])
      await drive.use().put(`t/${acme.id}/live/${gone}/original`, 'put back')
    assert.containsSubset(await RepeatedErasures.run(), { documents: 0 })
    assert.sameMembers(await names(), before)
  })

  test('erase a person again in a trail that stays', async ({ assert }) => {
    const { id, signers } = await live(() => makeDocument({ signers: [ANA] }))
    const eve = { name: 'Eve Exact', email: 'eve@example.test' }
    await live(() => Document.reference(id).correct(signers[0].id, eve, OLGA))
    const replacing = (await live(() => AuditTrail.read(id))).at(-2)!
    assert.equal(replacing.action, 'signer.corrected')
    await ErasureList.add(acme.id, replacing.id)
    assert.containsSubset(await RepeatedErasures.run(), { documents: 0, mentions: 1 })
    const text = `select value from personal_values where value like '%ana@example.test%'`
    const [rows] = await live(() => CurrentTenant.batch([{ text }]))
    assert.isEmpty(rows)
    await listWork()
    assert.deepEqual(await ErasureList.of(acme.id), [replacing.id])
    assert.containsSubset(await RepeatedErasures.run(), { mentions: 0 })
    const { findings } = await new AuditVerification(acme.ref, 'live', documentEvidence).ofTenant()
    assert.deepEqual(findings, [])
  })

  test('erase a tenant again that came back, also when only its key did', async ({ assert }) => {
    const gone = await makeTenant()
    const root = await keyRing.wrapRoot(gone.id, (bytes) => Buffer.from(bytes))
    await TenantErasure.run(gone.id)
    assert.deepEqual(await ErasureList.of(gone.id), [gone.id])
    await keyRing.restoreRoot(gone.id, root)
    await RepeatedErasures.run()
    await assert.rejects(() => keyRing.derive(gone.id, 'documents'), /./)

    await ErasureList.add(acme.id, acme.id)
    assert.containsSubset(await RepeatedErasures.run(), { tenants: 1 })
    assert.isNull(await Tenant.find(acme.id))
    assert.containsSubset(await RepeatedErasures.run(), { tenants: 0 })
  })

  test('leave alone a tenant that was taken in again, and not what was erased within it', async ({
    assert,
  }) => {
    const document = await live(() => makeDocument({ signers: [ANA] }))
    await ErasureList.add(acme.id, acme.id, document.id)
    await ErasureList.withdraw(acme.id)
    await ErasureList.withdraw(acme.id)
    assert.deepEqual(await ErasureList.of(acme.id), [document.id])
    assert.containsSubset(await RepeatedErasures.run(), { tenants: 0, documents: 1 })
    assert.isTrue((await found(document.id)).isErased)
  })

  test('hold mails and webhooks back until an operator lets them go', async ({ assert }) => {
    await emptyOutbox() // of what earlier tests left, a hundred invitations would be shown before this one
    await live(() => makeDocument({ signers: [ANA] }))
    assert.isAtLeast(await HeldWork.hold(), 1)
    assert.equal(await doWork(acme, 'mail.invite'), 0)
    const { works } = await StuckWork.all()
    const [held] = works.filter(
      ({ kind, tenant, isHeld }) => kind === 'mail.invite' && tenant?.id === acme.id && isHeld
    )
    const by = { operatorId: 'opr_x', record: async () => {} }
    assert.equal(await Retry.inCell(acme.cell, held.id, by), 'tried_again')
    assert.equal(await doWork(acme, 'mail.invite'), 1)
    await HeldWork.release()
  })

  test('hold back what would make mails and webhooks that nobody knows, and what erases or hands over', async ({
    assert,
  }) => {
    const kinds = [
      ...(['seal', 'remind', 'expire', 'bulk.step', 'documents.act', 'sms.code'] as const),
      ...(['sandbox.act', 'resale.pass_on', 'retention', 'handover.end'] as const),
      ...(['keys.end', 'seal.certificate_end', 'webhooks.watch'] as const),
      ...(['sso.watch', 'sso.check_domain', 'sender.check'] as const),
    ]
    await live(() =>
      unit(async () => Outbox.append(...kinds.map((kind) => ({ kind, ref: 'doc_of_old' }))))
    )
    await HeldWork.hold()
    const { works } = await StuckWork.all()
    const held = works.filter(({ tenant, isHeld }) => tenant?.id === acme.id && isHeld)
    assert.includeMembers(
      held.map(({ kind }) => kind),
      [...kinds]
    )
    for (const kind of kinds) assert.equal(await doWork(acme, kind), 0)
    await HeldWork.release()
    assert.equal(await doWork(acme, 'retention'), 1)
  })

  test('hold back what the platform tells, also where it tells something later', async ({
    assert,
  }) => {
    const reseller = await makeReseller()
    const child = await makeChild(reseller)
    const announce = (name: 'tenant.suspended' | 'tenant.resumed') =>
      platformTransaction((client) => ResaleOutbox.append(child, name, {}, client))
    const told = () =>
      CurrentTenant.run({ tenant: reseller.ref, environment: 'live' }, async () => {
        const entries = await SecurityTrail.read()
        return entries
          .map(({ action }) => action)
          .filter((action) => ['tenant.suspended', 'tenant.resumed'].includes(action))
          .reverse()
      })
    await announce('tenant.suspended')
    await HeldWork.hold()
    await announce('tenant.resumed')
    await doPlatformWork()
    assert.deepEqual(await told(), ['tenant.resumed'])
    await HeldWork.release()
    await doPlatformWork()
    assert.deepEqual(await told(), ['tenant.resumed', 'tenant.suspended'])
  })

  test('hold back deletions, on whatever day, and what the platform tells', async ({ assert }) => {
    const kept = await makeTenant()
    const platform = db.connection('platform')
    const about = platform.from('outbox').whereIn('ref', [acme.id, kept.id, 'rnw_of_old'])
    await Removal.schedule(acme.id, new Date(Date.now() - 86_400_000))
    await Removal.schedule(kept.id, new Date(Date.now() + 86_400_000))
    await PlatformOutbox.append(platform, { kind: 'tell_resale_news', ref: 'rnw_of_old' })
    await HeldWork.hold()
    await Promise.all([PlatformWork.doAllDue(), PlatformWork.doAllLong()])
    assert.exists(await Tenant.query().where({ id: acme.id, status: 'suspended' }).first())
    const { works } = await StuckWork.all()
    const held = works.filter(({ trouble, isHeld }) => trouble === 'platform' && isHeld)
    assert.includeMembers(
      held.map(({ kind, ref }) => `${kind} ${ref}`),
      [`erase_tenant ${acme.id}`, `erase_tenant ${kept.id}`, 'tell_resale_news rnw_of_old']
    )
    await Removal.undo(acme.id)
    await HeldWork.release()
    await Promise.all([PlatformWork.doAllDue(), PlatformWork.doAllLong()])
    const [left, ...others] = await about.clone().select('ref', 'due_at')
    assert.isEmpty(others)
    assert.equal(left.ref, kept.id)
    assert.isAbove(left.due_at.getTime(), Date.now(), 'it waits for its day again')
    await Removal.undo(kept.id)
  })
})

/** What leaves the house, in the outbox of the tenant's scope. */
async function pending() {
  const { tenant } = CurrentTenant.get()
  const { rows } = await Cell.named(tenant.cell).as('relay', (client) =>
    client.query(
      `select id from cell.outbox where scope = $1 and (kind like 'mail.%' or kind like 'webhooks.%')`,
      [`t_${tenant.id.slice(4)}_live`]
    )
  )
  return rows
}
