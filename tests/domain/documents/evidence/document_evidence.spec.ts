import { test } from '@japa/runner'
import drive from '@adonisjs/drive/services/main'
import { AuditVerification } from '#app/audit/audit_verification'
import Document from '#app/documents/document'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import StorageAway from '#app/documents/errors/storage_away'
import { partialDisk } from '#app/documents/files/storage/partial_disk'
import { Certificate } from '#app/signing/certificate/certificate'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox } from '#app/tenancy/outbox/outbox'
import { roleName, schemaNames } from '#app/tenancy/tenant_ref'
import { EvidenceTurns } from '#app/tenants/evidence_turns'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { sealedFile } from '#tests/support/populated_tenant'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'
import { asSuperuser } from '#tests/support/superuser'
import { textOf } from '#tests/domain/sealing/outside_program'

const TEXT = { type: 'text' as const, page: 1, x: 60, y: 300, width: 200, height: 24 }

/** What somebody with all rights in PostgreSQL does to a row, what is found, and what puts it back. */
const TAMPERED: Record<string, [change: string, found: RegExp]> = {
  'a name': [`update signers set name = 'Mallory' where position = 0`, /the name/],
  'an address': [`update signers set email = 'm@evil.test' where position = 0`, /the address/],
  'an IP address': [`update signers set ip_address = '6.6.6.6'`, /the IP address/],
  'the time of a signature': [
    `update signers set signed_at = signed_at - interval '30 days'`,
    /the time of the signature/,
  ],
  'the text of a consent': [
    `update signers set consent_sha256 = repeat('a', 64)`,
    /the text of the consent/,
  ],
  'the words of a consent': [
    `update consent_texts set text = replace(text, 'agree', 'object')`,
    /the words of the consent 2026-11.3 are not those/,
  ],
  'the words of a consent, by taking them away,': [
    'delete from consent_texts',
    /the words of the consent 2026-11.3 are gone/,
  ],
  'the status': [`update documents set status = 'voided'`, /the status/],
  'the title': [`update documents set title = 'Another contract'`, /the title/],
  'the name of its sender': [
    `update documents set brand = jsonb_set(brand, '{name}', '"Mallory & Co"')`,
    /the look of its sender/,
  ],
  'the logo of its sender': [
    `update documents set brand = jsonb_set(brand, '{logo}', to_jsonb(repeat('a', 64)))`,
    /the look of its sender/,
  ],
  'the hash of the sealed file': [
    `update documents set sealed_sha256 = repeat('b', 64)`,
    /the sealed file’s SHA-256/,
  ],
  'the hash of the original': [
    `update documents set original_sha256 = repeat('c', 64)`,
    /the original’s SHA-256/,
  ],
  'the place of a field': ['update fields set y = y + 100', /a field’s place/],
  'what was entered': [
    `update fields set value = (select value from fields f where f.type = 'signature' limit 1) where type = 'text'`,
    /the value of fld_/,
  ],
  'a signature': [`delete from signatures where kind = 'signature'`, /the signature of sig_/],
  'a signer': [`delete from signers where position = 1`, /the signer sig_.* is gone/],
}

test.group('Evidence of a document', (group) => {
  let acme: Tenant
  let document: Document

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const verdict = () => new AuditVerification(acme.ref, 'live', documentEvidence).ofTenant()
  const alter = (...texts: string[]) =>
    asSuperuser(Cell.named('main').database, async (superuser) => {
      await superuser.query(`set search_path = ${schemaNames(acme.id).live}`)
      for (const text of texts) await superuser.query(text)
    })

  group.each.setup(async () => {
    acme = await makeTenant()
    const made = await live(() =>
      makeDocument({ signers: [{ ...ANA, fields: [...ANA.fields!, TEXT] }, BEN] })
    )
    await sign(acme, made.id, 'ana@example.test')
    await sign(acme, made.id, 'ben@example.test')
    await doWork(acme, 'seal')
    document = (await live(() => Document.whole(made.id)))!
  })

  test('is whole, and sealed, for a signer whose browser does not name itself', async ({
    assert,
  }) => {
    const { id } = await live(() => makeDocument({ signers: [ANA] }))
    const nameless = { ipAddress: '2001:db8::7', userAgent: '' }
    await sign(acme, id, 'ana@example.test', 'live', nameless)
    await doWork(acme, 'seal')
    assert.equal((await live(() => Document.whole(id)))?.status, 'completed')
    assert.deepEqual((await verdict()).findings, [])
  })

  test('prints its sender as it was named when it was sent, whatever the account is called since', async ({
    assert,
  }) => {
    const { id } = await live(() => makeDocument({ signers: [ANA] }))
    await alter(`update ${schemaNames(acme.id).account}.standing set name = 'Renamed Ltd'`)
    await sign(acme, id, 'ana@example.test')
    await doWork(acme, 'seal')
    const sealed = await sealedFile(acme, id)
    const text = await textOf(sealed)
    assert.match(text, /invited\s+by\s+Acme\s+at/)
    assert.deepEqual((await verdict()).findings, [])
  })

  for (const [what, [change, found]] of Object.entries(TAMPERED))
    test(`is found false, and certifies nothing, when ${what} was changed`, async ({ assert }) => {
      assert.deepEqual((await verdict()).findings, [])
      await alter(change)
      const { findings } = await verdict()
      assert.isTrue(findings.every(({ kind }) => kind === 'contradicted'))
      assert.isTrue(
        findings.some(({ message }) => found.test(message)),
        JSON.stringify(findings)
      )
      if (/value|signature of/.test(found.source)) return
      const fresh = await live(() => Document.whole(document.id))
      await assert.rejects(() => live(() => Certificate.of(fresh!)), /contradicts its audit trail/)
      assert.equal(await live(() => alarms()), 1)
    })

  test('is found false when a byte of a stored file was flipped, another took its place, or it is gone', async ({
    assert,
  }) => {
    const folder = `t/${acme.id}/live/${document.id}`
    const sealed = `${folder}/${document.sealedFile}`
    const whole = Buffer.from(await drive.use().getBytes(sealed))
    const flipped = Buffer.from(whole)
    flipped[flipped.length - 40] ^= 1
    const damaged = async () =>
      (await verdict()).findings.map(({ kind, message }) => [kind, message])
    const named = [['file_damaged', 'the stored file sealed is not the one on record']]
    await drive.use().put(sealed, flipped)
    assert.deepEqual(await damaged(), named)
    await drive.use().copy(`${folder}/original`, sealed)
    assert.deepEqual(await damaged(), named)
    await drive.use().delete(sealed)
    assert.deepEqual(await damaged(), named)
    await drive.use().put(sealed, whole)
    assert.deepEqual(await damaged(), [])
  })

  test('is not called false because the storage is away', async ({ assert, cleanup }) => {
    const disk = partialDisk()
    const { readVerified } = disk
    cleanup(() => void (disk.readVerified = readVerified))
    disk.readVerified = async () => {
      throw new StorageAway()
    }
    await assert.rejects(() => live(() => documentEvidence([document.id])), StorageAway as never)
  })

  test('names a file that cannot be read, and leaves the turn to the next tenant', async ({
    assert,
    cleanup,
  }) => {
    const cell = Cell.named('main')
    const other = await live(() => makeDocument())
    const stored = `t/${acme.id}/live/${document.id}/${document.sealedFile}`
    const whole = await drive.use().getBytes(stored)
    await drive.use().delete(stored)
    await drive.use().put(`${stored}/in_its_place`, '')
    cleanup(async () => {
      await drive.use().deleteAll(stored)
      await drive.use().put(stored, whole)
    })
    assert.deepEqual(
      (await verdict()).findings.map(({ chain, kind, message }) => [chain, kind, message]),
      [[document.id, 'file_unreadable', 'the stored file sealed cannot be read (EISDIR)']]
    )
    await alter(
      `delete from cell.outbox where kind = 'evidence.scrub'`,
      `update signers set name = 'Mallory' where document_id = '${other.id}' and position = 0`
    )
    await live(() => unit(async () => Outbox.append({ kind: 'evidence.scrub', ref: '' })))
    await doWork(acme, 'evidence.scrub')
    assert.equal(await alarms(), 1)
    assert.equal(await alarms('', other.id), 1)
    assert.isTrue(await EvidenceTurns.next(cell))
  })

  for (const [what, change] of [
    ['was changed', 'set_byte(vault_key, 20, get_byte(vault_key, 20) # 1)'],
    ['is gone', `''`],
  ])
    test(`is one alarm, and hides none of the others, when the key of its files ${what}`, async ({
      assert,
    }) => {
      const beside = await live(() => makeDocument())
      await alter(
        `delete from cell.outbox where kind = 'evidence.scrub'`,
        `update documents set vault_key = ${change} where id = '${document.id}'`,
        `update signers set name = 'Mallory' where document_id = '${beside.id}' and position = 0`
      )
      assert.deepEqual(
        (await verdict()).findings
          .filter(({ chain }) => chain === document.id)
          .map(({ kind, message }) => [kind, message]),
        [['file_damaged', 'the key of the stored files is gone or does not open']]
      )
      await live(() => unit(async () => Outbox.append({ kind: 'evidence.scrub', ref: '' })))
      await doWork(acme, 'evidence.scrub')
      assert.equal(await alarms(), 1)
      assert.equal(await alarms('', beside.id), 1)
      assert.isTrue(await EvidenceTurns.next(Cell.named('main')))
    })

  test('waits behind no tenant whose own cannot be looked over, and is left to be once more', async ({
    assert,
  }) => {
    const cell = Cell.named('main')
    const stuck = await makeTenant()
    const before = (id: string) =>
      `update cell.scrub set tenant_id = coalesce((select max(id) from platform.tenants where id < '${id}'), '')`
    const scrubs = async () => {
      const { rows } = await asSuperuser(cell.database, (superuser) =>
        superuser.query(
          `select scope from cell.outbox where kind = 'evidence.scrub' order by scope`
        )
      )
      return rows.map(({ scope }) => scope)
    }
    await alter(`delete from cell.outbox where kind = 'evidence.scrub'`, before(stuck.id))
    assert.isTrue(await EvidenceTurns.next(cell))
    await alter(
      `update cell.outbox set tries = 5, due_at = now() + interval '1 hour' where kind = 'evidence.scrub'`,
      before(acme.id)
    )
    assert.isFalse(await EvidenceTurns.next(cell))
    await alter(
      `update cell.outbox set created_at = now() - interval '11 minutes' where kind = 'evidence.scrub'`
    )
    assert.isTrue(await EvidenceTurns.next(cell))
    const both = [roleName(acme.id, 'live'), roleName(stuck.id, 'live')]
    assert.sameMembers(await scrubs(), both)
    await alter(
      `update cell.outbox set created_at = now() - interval '11 minutes' where kind = 'evidence.scrub'`,
      before(stuck.id)
    )
    assert.isTrue(await EvidenceTurns.next(cell))
    assert.sameMembers(await scrubs(), both)
  })

  test('is not called false because it was erased meanwhile', async ({ assert }) => {
    let isErased = false
    const evidence = async (ids: readonly string[]) => {
      const found = await documentEvidence(ids)
      if (isErased) return found
      isErased = true
      await live(async () =>
        (await Document.whole(document.id))!.erase({ by: OLGA, reason: 'request' })
      )
      return ids.map((chain) => ({
        chain,
        sequence: 0,
        kind: 'file_damaged' as const,
        message: '',
      }))
    }
    const { findings } = await new AuditVerification(acme.ref, 'live', evidence).ofDocument(
      document.id
    )
    assert.deepEqual(findings, [])
  })

  test('is looked over in turns, and found false before anybody asks for it', async ({
    assert,
  }) => {
    const cell = Cell.named('main')
    const turns = async () => {
      const { rows } = await asSuperuser(cell.database, (superuser) =>
        superuser.query(`select scope from cell.outbox where kind = 'evidence.scrub'`)
      )
      return rows.map(({ scope }) => scope)
    }
    await alter(
      `delete from cell.outbox where kind = 'evidence.scrub'`,
      `update cell.scrub set tenant_id = coalesce((select max(id) from platform.tenants where id < '${acme.id}'), '')`,
      `update signers set name = 'Mallory' where position = 0`
    )
    assert.isTrue(await EvidenceTurns.next(cell))
    assert.deepEqual(await turns(), [roleName(acme.id, 'live')])
    assert.isFalse(await EvidenceTurns.next(cell))
    await doWork(acme, 'evidence.scrub')
    assert.deepEqual(await turns(), [])
    assert.equal(await alarms(), 1)
    await assert.rejects(() => doWork(acme, 'evidence.check'), /contradicts its audit trail/)
    await alter(
      `update signers set name = 'Ana Buyer' where position = 0`,
      `update cell.outbox set lease_until = null where kind = 'evidence.check'`
    )
    await doWork(acme, 'evidence.check')
    assert.equal(await alarms(), 0)
  })

  test('has one alarm, the oldest, however often it is raised', async ({ assert }) => {
    const raised = () =>
      live(() => unit(async () => Outbox.append({ kind: 'evidence.check', ref: document.id })))
    await raised()
    await alter(`update cell.outbox set tries = 5 where ref = '${document.id}'`)
    await raised()
    await raised()
    assert.equal(await alarms(), 3)
    await EvidenceTurns.next(Cell.named('main'))
    assert.equal(await alarms(), 1)
    assert.equal(await alarms('and tries = 5'), 1)
  })

  test('is whole after an erasure, and after a draft was deleted', async ({ assert }) => {
    await live(async () =>
      (await Document.whole(document.id))!.erase({ by: OLGA, reason: 'request' })
    )
    const draft = await live(() => makeDocument({}, { send: false }))
    await live(() => draft.remove(OLGA))
    assert.deepEqual((await verdict()).findings, [])
  })

  const alarms = async (more = '', id = document.id) => {
    const { rows } = await asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query(
        `select count(*)::int as count from cell.outbox where kind = 'evidence.check' and ref = $1 ${more}`,
        [id]
      )
    )
    return rows[0].count as number
  }
})
