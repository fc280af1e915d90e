import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import redis from '@adonisjs/redis/services/main'
import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import type { Actor } from '#app/audit/actor'
import { AuditVerification } from '#app/audit/audit_verification'
import { PlatformTrail } from '#app/audit/platform_trail'
import { SecurityTrail } from '#app/audit/security_trail'
import { Checkpoints } from '#app/audit/checkpoints/checkpoints'
import { CheckpointVerification } from '#app/audit/checkpoints/checkpoint_verification'
import { proveTimestamp } from '#app/sealing/pades/timestamp_token'
import { randomBase62 } from '#app/foundation/opaque_token'
import { ArchiveReader } from '#app/portability/archive/archive_reader'
import { entriesOf, wholeText } from '#app/portability/archive/archive_stream'
import { SIGNATURE } from '#app/portability/archive/manifest'
import { isCertificateSigned, certificateText } from '#app/portability/erasure/erasure_certificate'
import { MENTIONS } from '#app/portability/rows/platform_rows'
import { StoredFiles } from '#app/portability/stored_files'
import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import { TenantExport } from '#app/portability/tenant_export'
import { TenantImport } from '#app/portability/tenant_import'
import ApiKey from '#app/identity/keys/api_key'
import { SignerSession } from '#app/signing/links/signer_session'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { roleName } from '#app/tenancy/tenant_ref'
import PlanGrant from '#app/tenants/plans/plan_grant'
import Retention from '#app/tenants/retention'
import { Resale } from '#app/tenants/resale/resale'
import Tenant from '#app/tenants/tenant'
import { clock } from '#app/foundation/clock'
import {
  findingsOf,
  populateTenant,
  opens,
  sealedFile,
  type PopulatedTenant,
} from '#tests/support/populated_tenant'
import { forgeArchive } from '#tests/support/forged_archive'
import { outcomeOf } from '#tests/support/outcome'
import { asSuperuser } from '#tests/support/superuser'
import { doPlatformWork, makeChild, makeReseller } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import Document from '#app/documents/document'
import { StoredFile } from '#app/documents/files/stored_file'
import { sha256Hex } from '#app/foundation/opaque_token'
import { templateOf } from '#app/templates/from_document'
import { Template } from '#app/templates/template'
import { TemplateFiles } from '#app/templates/template_files'
import { ANA, OLGA } from '#tests/factories/document_factory'
import { makePacket } from '#tests/factories/packet_factory'
import { inLive } from '#tests/support/dashboard_visitor'
import { sign } from '#tests/support/signing_hand'
import { doWork } from '#tests/support/inline_work'

const main = Cell.named('main')
const RITA: Actor = { type: 'user', id: 'usr_rita', name: 'Rita Reseller' }
const newMarker = () => `m${randomBase62(10).toLowerCase()}`
const workOf = (tenant: Tenant) =>
  asSuperuser(main.database, async (superuser) => {
    const { rows } = await superuser.query(
      `select scope, kind, lane, ref, due_at from cell.outbox where scope in ($1, $2) and lease_until is null order by kind, ref, due_at`,
      [roleName(tenant.id, 'live'), roleName(tenant.id, 'test')]
    )
    return rows
  })

/** Every text of every table of the database in which a marker stands. */
function tracesOf(marker: string): Promise<string[]> {
  return asSuperuser(main.database, async (superuser) => {
    const { rows } = await superuser.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)' and n.nspname !~ '^t_'`
    )
    const found = []
    for (const { name } of rows) {
      const text = `select to_jsonb(whole_row)::text as row from ${name} whole_row where position($1 in lower(to_jsonb(whole_row)::text)) > 0`
      const hits = await superuser.query<{ row: string }>(text, [marker.toLowerCase()])
      found.push(...hits.rows.map(({ row }) => `${name}: ${row}`))
    }
    return found
  })
}

/** The same of one tenant's own schemas: the name of the table first. */
function schemaTraces(tenant: Tenant, marker: string): Promise<string[]> {
  return asSuperuser(main.database, async (superuser) => {
    const { rows } = await superuser.query<{ schema: string; name: string }>(
      `select schemaname as schema, tablename as name from pg_tables where schemaname = any ($1)`,
      [Object.values(names(tenant))]
    )
    const found = []
    for (const { schema, name } of rows) {
      const text = `select to_jsonb(whole_row)::text as row from ${schema}.${name} whole_row where position($1 in to_jsonb(whole_row)::text) > 0`
      const hits = await superuser.query<{ row: string }>(text, [marker])
      found.push(...hits.rows.map(({ row }) => `${name}: ${row}`))
    }
    return found
  })
}

test.group('Portability | round trip', (group) => {
  let folder: string
  let file: string
  let acme: PopulatedTenant
  let noted: string[]
  let packet: string
  let template: string
  let before: { work: unknown[]; sealed: Buffer; rows: string }

  const tables = async () => {
    const { account, live, test: sandbox } = names(acme.tenant)
    return asSuperuser(main.database, async (superuser) => {
      const { rows } = await superuser.query<{ name: string }>(
        `select schemaname || '.' || tablename as name from pg_tables
          where schemaname in ($1, $2, $3) and tablename not in ('sessions', 'crossings', 'support_sessions', 'idempotency_keys', 'standing')
          order by 1`,
        [account, live, sandbox]
      )
      const texts = []
      for (const { name } of rows) {
        const all = await superuser.query(
          `select to_jsonb(whole_row)::text as row from ${name} whole_row order by 1`
        )
        texts.push(name, ...all.rows.map(({ row }) => row))
      }
      return texts.join('\n')
    })
  }

  group.setup(async () => {
    folder = mkdtempSync(join(tmpdir(), 'port-'))
    file = join(folder, 'acme.tar')
    acme = await populateTenant(newMarker())
    packet = (await inLive(acme.tenant, () => makePacket())).id
    await sign(acme.tenant, packet, ANA.email!)
    await doWork(acme.tenant, 'seal')
    template = await inLive(acme.tenant, () => templateOf(packet, { by: OLGA }))
    before = {
      work: await workOf(acme.tenant),
      sealed: await sealedFile(acme.tenant, acme.completed),
      rows: await tables(),
    }
    await new TenantExport(acme.tenant).write(file)
    await TenantErasure.run(acme.tenant.id)
    acme.tenant = await (await TenantImport.open(file)).run()
    noted = (await PlatformTrail.read({ limit: 10 }))
      .filter(({ body }) => body.details.tenantId === acme.tenant.id)
      .map(({ action }) => action)
    return () => rmSync(folder, { recursive: true })
  })

  test('is recorded in the operators’ trail step by step', ({ assert }) => {
    assert.deepEqual(noted, ['tenant.imported', 'tenant.erased', 'tenant.exported'])
  })

  test('brings back every row of every table, to the byte', async ({ assert }) => {
    assert.equal(await tables(), before.rows)
  })

  test('brings back documents that open and seals that validate', async ({ assert }) => {
    for (const id of [acme.completed, acme.pending, acme.draft])
      assert.isTrue(await opens(acme.tenant, 'live', id))
    assert.isTrue(await opens(acme.tenant, 'test', acme.sandboxed))
    const sealed = await sealedFile(acme.tenant, acme.completed)
    assert.isTrue(sealed.equals(before.sealed))
    const path = join(folder, 'sealed.pdf')
    writeFileSync(path, sealed)
    assert.match(execFileSync('pdfsig', [path], { encoding: 'utf8' }), /Signature is Valid/)
  })

  test('brings back every file of a document of several, as received and as sealed, and of a template', async ({
    assert,
  }) => {
    await inLive(acme.tenant, async () => {
      const document = await Document.findOrFail(packet)
      assert.lengthOf(document.files, 3)
      for (const number of document.files.keys()) {
        const original = await StoredFile.originalOf(document, number + 1)
        assert.equal(sha256Hex(await original.read()), document.files[number].originalSha256)
        const sealed = (await (await StoredFile.sealedOf(document, number + 1))!.read()) as Buffer
        assert.equal(sha256Hex(sealed), document.files[number].seal!.sha256)
      }
      const { files } = await TemplateFiles.read((await Template.find(template))!)
      assert.deepEqual(
        files.map(({ originalSha256 }) => originalSha256),
        document.files.map(({ originalSha256 }) => originalSha256)
      )
    })
  })

  test('brings back trails that verify against the log of the cell', async ({ assert }) => {
    assert.deepEqual(await findingsOf(acme.tenant), [])
  })

  test('brings back the work that waited, at its due times, for anybody to take', async ({
    assert,
  }) => {
    assert.isNotEmpty(before.work)
    assert.includeMembers(
      (before.work as { kind: string }[]).map(({ kind }) => kind),
      ['expire', 'remind', 'webhooks.deliver', 'mail.invite']
    )
    assert.deepEqual(await workOf(acme.tenant), before.work as Record<string, unknown>[])
  })

  test('leaves keys and signing links good, and documents that can be signed and sealed', async ({
    assert,
  }) => {
    const live = <T>(work: () => T) =>
      CurrentTenant.run({ tenant: acme.tenant.ref, environment: 'live' }, work)
    assert.equal(
      (await live(() => ApiKey.query().where('id', acme.client.keyId).first()))?.id,
      acme.client.keyId
    )
    assert.equal(
      (await live(() => SignerSession.find(acme.signingToken)))?.document.id,
      acme.pending
    )
    await sign(acme.tenant, acme.pending, `ana.${acme.marker}@example.test`)
    await doWork(acme.tenant, 'seal')
    await sealedFile(acme.tenant, acme.pending)
    assert.deepEqual(await findingsOf(acme.tenant), [])
  })

  test('is refused while the tenant is here', async ({ assert }) => {
    const again = await TenantImport.open(file)
    assert.equal((await outcomeOf(() => again.run())).code, 'tenant_present')
    assert.isTrue(await opens(acme.tenant, 'live', acme.completed))
  })
})

const names = (tenant: Tenant) => {
  const account = `t_${tenant.id.slice(4)}`
  return { account, live: `${account}_live`, test: `${account}_test` }
}

test.group('Portability | erase', () => {
  test('leaves nothing of the tenant in database, storage, Redis or keys, and a certificate', async ({
    assert,
  }) => {
    const marker = newMarker()
    const { tenant } = await populateTenant(marker)
    await Checkpoints.take(main)
    await redis.set(`counter:${tenant.id}`, marker)
    assert.isNotEmpty(await tracesOf(marker))
    const { certificate, signature } = await TenantErasure.run(tenant.id)
    assert.deepEqual(await tracesOf(marker), [])
    assert.deepEqual(
      (await tracesOf(tenant.id.slice(4))).filter(
        (trace) => !/^platform\.(erasures|entries):/.test(trace)
      ),
      []
    )
    const left = await asSuperuser(main.database, (superuser) =>
      superuser.query(
        'select rolname from pg_roles where rolname like $1 union select nspname from pg_namespace where nspname like $1',
        [`t_${tenant.id.slice(4)}%`]
      )
    )
    assert.deepEqual(left.rows, [])
    assert.deepEqual(await Array.fromAsync(new StoredFiles(tenant.id).names()), [])
    assert.equal(
      (await outcomeOf(() => keyRing.derive(tenant.id, 'documents', 'live'))).code,
      'E_KEY_MISSING'
    )
    assert.isNull(await redis.get(`counter:${tenant.id}`))
    assert.isTrue(isCertificateSigned(certificate, signature))
    assert.isFalse(isCertificateSigned({ ...certificate, tenantId: 'ten_other' }, signature))
    assert.equal(certificate.rows['live/documents'], 3)
    assert.equal(certificate.files.count, 9)
    assert.notInclude(certificateText(certificate), marker)
    assert.deepEqual((await CheckpointVerification.run(main, proveTimestamp)).findings, [])
  })

  test('takes its names out of the accounts of resellers, also of one that has released it', async ({
    assert,
  }) => {
    const marker = newMarker()
    const reseller = await makeReseller()
    const resale = new Resale(reseller.ref, RITA)
    const children = [await makeChild(reseller), await makeChild(reseller)]
    for (const [index, child] of children.entries()) {
      await resale.change(child.id, { name: `Acme ${marker} ${index}` })
      await resale.suspend(child.id, `${marker} does not pay`)
      await resale.resume(child.id)
    }
    const [kept, released] = children
    await resale.release(released.id)
    await doPlatformWork()
    const traces = async (text: string) =>
      (await schemaTraces(reseller, text)).map((trace) => trace.split(':')[0])
    assert.includeMembers(await traces(marker), ['security_values'])
    assert.includeMembers(await traces(kept.slug), ['security_values', 'events'])
    await TenantErasure.run(released.id)
    assert.isEmpty(await traces(released.slug))
    assert.isNotEmpty(await traces(kept.slug))
    await TenantErasure.run(kept.id)
    assert.isEmpty(await traces(kept.slug))
    assert.isEmpty(await traces(marker))
    const entries = await CurrentTenant.run({ tenant: reseller.ref, environment: 'live' }, () =>
      SecurityTrail.read()
    )
    const [last] = entries.filter(({ action }) => action === 'tenant.released')
    assert.equal(last.body.details.tenantId, released.id)
    assert.equal(last.personal.actorName, RITA.name)
    const { findings } = await new AuditVerification(reseller.ref, 'live').ofTenant()
    assert.isEmpty(findings)
  })

  test('asked again gives the same certificate', async ({ assert }) => {
    const tenant = await makeTenant()
    const first = await TenantErasure.run(tenant.id)
    assert.deepEqual(await TenantErasure.run(tenant.id), first)
  })

  test('is refused under a legal hold, and to a reseller that has tenants', async ({ assert }) => {
    const held = await makeTenant()
    await CurrentTenant.run({ tenant: held.ref, environment: 'live' }, () =>
      unit(async () => (await Retention.lock()).merge({ heldSince: clock.now() }).save())
    )
    assert.equal((await outcomeOf(() => TenantErasure.run(held.id))).code, 'legal_hold')
    const parent = await makeTenant()
    const child = await makeTenant()
    await db
      .connection('platform')
      .from('tenants')
      .where('id', child.id)
      .update({ parent_id: parent.id })
    assert.equal((await outcomeOf(() => TenantErasure.run(parent.id))).code, 'tenant_has_tenants')
    for (const tenant of [held, parent])
      assert.equal((await Tenant.findOrFail(tenant.id)).status, 'ready')
  })

  test('touches no other tenant', async ({ assert }) => {
    const other = await populateTenant(newMarker())
    const gone = await makeTenant({ withSandbox: true })
    await TenantErasure.run(gone.id)
    assert.deepEqual(await findingsOf(other.tenant), [])
    assert.isTrue(await opens(other.tenant, 'live', other.completed))
  })
})

test.group('Portability | archives', (group) => {
  let folder: string
  let file: string
  let acme: PopulatedTenant
  group.setup(async () => {
    folder = mkdtempSync(join(tmpdir(), 'port-'))
    file = join(folder, 'acme.tar')
    acme = await populateTenant(newMarker())
    return () => rmSync(folder, { recursive: true })
  })

  test('for another recipient open with the recipient\u2019s key alone', async ({ assert }) => {
    for (const pair of [
      generateKeyPairSync('x25519'),
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ]) {
      await new TenantExport(acme.tenant, { recipient: pair.publicKey }).write(file)
      assert.equal((await outcomeOf(() => TenantImport.open(file))).code, 'key_refused')
      const opened = await outcomeOf(async () =>
        Boolean(await TenantImport.open(file, { key: pair.privateKey }))
      )
      assert.equal(opened.answer, 'true')
    }
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey
    const refused = await outcomeOf(() =>
      new TenantExport(acme.tenant, { recipient: weak }).write(join(folder, 'weak.tar'))
    )
    assert.equal(refused.code, 'key_refused')
  })

  test('that name another tenant are refused, no matter who signed them', async ({ assert }) => {
    await new TenantExport(acme.tenant).write(file)
    const forged = join(folder, 'forged.tar')
    const stranger = 'ten_01hzzzzzzzzzzzzzzzzzzzzzzz'
    for (const { table, column } of MENTIONS.filter(({ travels }) => travels)) {
      const trust = await forgeArchive(file, forged, (rows) => {
        rows[table] = [...(rows[table] ?? []), { ...rows[table]?.[0], [column]: stranger }]
      })
      const { code } = await outcomeOf(() => TenantImport.open(forged, { trust }))
      assert.equal(code, 'archive_unreadable', table)
    }
    const odd = await forgeArchive(file, forged, (rows) => {
      rows.domains = [null as never]
    })
    const { code } = await outcomeOf(() => TenantImport.open(forged, { trust: odd }))
    assert.equal(code, 'archive_unreadable')
    const whole = await forgeArchive(file, forged)
    assert.equal((await outcomeOf(() => TenantImport.open(forged))).code, 'signer_unknown')
    const opened = await outcomeOf(async () =>
      Boolean(await TenantImport.open(forged, { trust: whole }))
    )
    assert.equal(opened.answer, 'true')
  })

  test('of another installation bring no plan, grant, term or parent that was not chosen here', async ({
    assert,
  }) => {
    const reseller = await makeReseller()
    const plain = await makeTenant()
    const globex = await makeTenant({ plan: 'enterprise' })
    const until = new Date(Date.now() + 86_400_000)
    const given = { tenantId: globex.id, until, reason: 'Trial', grantedBy: 'opr_x' }
    await db
      .connection('platform')
      .transaction((trx) => PlanGrant.give({ ...given, entitlement: 'sla', value: true }, trx))
    await new TenantExport(globex).write(file)
    await TenantErasure.run(globex.id)
    const forged = join(folder, 'globex.tar')
    const trust = await forgeArchive(file, forged, ({ tenants }) => {
      tenants[0].parent_id = reseller.id
    })
    const taken = async (options: Parameters<typeof TenantImport.open>[1] = {}) =>
      (await TenantImport.open(forged, { trust, ...options })).run()
    assert.equal((await outcomeOf(() => taken())).code, 'plan_not_chosen')
    for (const parent of ['nobody-has-this', plain.slug])
      assert.equal((await outcomeOf(() => taken({ plan: 'free', parent }))).code, 'parent_unknown')
    const here = await taken({ plan: 'pro' })
    assert.deepInclude(here.$attributes, { planKey: 'pro', parentId: null })
    assert.isEmpty(await PlanGrant.inForce(globex.id))

    await TenantErasure.run(globex.id)
    const chosen = { plan: 'business', parent: reseller.slug, grants: true }
    const below = await taken(chosen)
    assert.deepInclude(below.$attributes, { planKey: 'business', parentId: reseller.id })
    assert.lengthOf(await PlanGrant.inForce(globex.id), 1)
    const [entry] = await PlatformTrail.read({ limit: 1 })
    assert.deepInclude(entry.body.details, { ...chosen, isOurs: false })
  })

  test('with one bit changed anywhere are refused before anything is written', async ({
    assert,
  }) => {
    const manifest = await new TenantExport(acme.tenant).write(file)
    const whole = readFileSync(file)
    const changed = join(folder, 'changed.tar')
    let refusals = 0
    for (let place = 700; place < whole.length; place += Math.floor(whole.length / 40)) {
      const bytes = Buffer.from(whole)
      bytes[place] ^= 1
      writeFileSync(changed, bytes)
      const opened = await ArchiveReader.open(changed).catch((error) => error)
      // what fills the space between entries says nothing, and may say anything
      if (opened instanceof ArchiveReader) assert.deepEqual(opened.manifest, manifest)
      else assert.equal(opened.code, 'archive_unreadable')
      refusals += opened instanceof ArchiveReader ? 0 : 1
    }
    assert.isAbove(refusals, 20)
    writeFileSync(changed, whole.subarray(0, whole.length / 2))
    assert.equal((await outcomeOf(() => TenantImport.open(changed))).code, 'archive_unreadable')
  })

  test('whose signature was changed are refused', async ({ assert }) => {
    await new TenantExport(acme.tenant).write(file)
    const changed = join(folder, 'unsigned.tar')
    for await (const { name, content } of entriesOf(file)) {
      const text = await wholeText(content)
      if (name !== SIGNATURE) continue
      const other = `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}`
      const bytes = readFileSync(file)
      bytes.write(other, bytes.lastIndexOf(text), 'latin1')
      writeFileSync(changed, bytes)
    }
    await assert.rejects(() => ArchiveReader.open(changed), /its signature does not fit/)
  })

  test('whose evidence contradicts itself are refused, and leave nothing behind', async ({
    assert,
  }) => {
    const globex = await populateTenant(newMarker())
    const { live } = names(globex.tenant)
    const sql = (...texts: string[]) =>
      asSuperuser(main.database, async (superuser) => {
        for (const text of texts) await superuser.query(text)
      })
    const { completed } = globex
    const change = (from: string, to: string) =>
      sql(
        `alter table ${live}.audit_entries disable trigger user`,
        `update ${live}.audit_entries set body = replace(body, '${from}', '${to}') where chain = '${completed}' and action = 'consent.accepted'`,
        `alter table ${live}.audit_entries enable trigger user`
      )
    const original = `t/${globex.tenant.id}/live/${completed}/original`
    const stored = Buffer.from(await drive.use().getBytes(original))
    const damaged = Buffer.from(stored)
    damaged[30] ^= 1
    const wrongs: [RegExp, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        /document doc_\w+ .*: sig_\w+: the name is not what the trail tells/,
        () =>
          sql(`update ${live}.signers set name = 'x' || name where document_id = '${completed}'`),
        () =>
          sql(
            `update ${live}.signers set name = substr(name, 2) where document_id = '${completed}'`
          ),
      ],
      [
        /trail of doc_\w+ is broken: the text does not have the hash/,
        () => change('"version"', '"Version"'),
        () => change('"Version"', '"version"'),
      ],
      [
        /document doc_\w+ .*: the stored file original is not the one on record/,
        () => drive.use().put(original, damaged),
        () => drive.use().put(original, stored),
      ],
    ]
    const archives = []
    for (const [sentence, wrong, right] of wrongs) {
      const archive = join(folder, `wrong-${archives.length}.tar`)
      await wrong()
      await new TenantExport(globex.tenant).write(archive)
      await right()
      archives.push({ archive, sentence })
    }
    await new TenantExport(globex.tenant).write(file)
    await TenantErasure.run(globex.tenant.id)
    for (const { archive, sentence } of archives) {
      const taken = await TenantImport.open(archive)
      const error = await taken.run().catch((thrown: unknown) => thrown)
      assert.equal((error as { code?: string }).code, 'archive_unreadable')
      assert.match((error as Error).message, sentence)
      assert.isNull(await Tenant.find(globex.tenant.id))
    }
    assert.equal((await (await TenantImport.open(file)).run()).id, globex.tenant.id)
  })

  test('hold no secret of the tenant in the clear', async ({ assert }) => {
    await new TenantExport(acme.tenant).write(file)
    const archive = readFileSync(file)
    await keyRing.wrapRoot(acme.tenant.id, (root) => assert.equal(archive.indexOf(root), -1))
    assert.equal(archive.indexOf('%PDF'), -1)
  })

  test('are as of one moment, while the tenant goes on working', async ({ assert }) => {
    const live = <T>(work: () => T) =>
      CurrentTenant.run({ tenant: acme.tenant.ref, environment: 'live' }, work)
    const busy = live(async () => {
      for (let n = 0; n < 30; n++)
        await unit(async () =>
          Outbox.append({ kind: 'expire', ref: `doc_${n}`, dueAt: new Date('2100-01-01') })
        )
    })
    const manifest = await new TenantExport(acme.tenant).write(file)
    await busy
    assert.isAbove(manifest.rows, 10)
    assert.isDefined(await TenantImport.open(file))
  })
})
