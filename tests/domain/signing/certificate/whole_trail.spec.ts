import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import { AuditTrail, type DocumentHappening } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { Vault } from '#app/documents/files/vault'
import { Certificate } from '#app/signing/certificate/certificate'
import { documentRecord } from '#app/signing/certificate/document_record'
import { standardConsent } from '#app/signing/consent'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'
import { inFolder, outsideProgram, textOf } from '#tests/domain/sealing/outside_program'

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

interface TrailFile {
  length: number
  head: string
  entries: {
    text: string
    hash: string
    values: { field: string; salt: string; value: string }[]
  }[]
}

interface ConsentFile {
  texts: { sha256: string; text: string }[]
}

/** What another program takes out of the file. */
async function attached<T>(pdf: Uint8Array, name: string): Promise<T> {
  return inFolder({ 'sealed.pdf': pdf }, async (path) => {
    await outsideProgram('pdfdetach', ['-saveall', '-o', path(''), path('sealed.pdf')])
    return JSON.parse(await readFile(path(name), 'utf8')) as T
  })
}

/** All that it says, wherever its lines end. */
const lineOf = async (pdf: Uint8Array) => (await textOf(pdf)).replace(/\s+/g, ' ')

const attachedTrail = (pdf: Uint8Array) => attached<TrailFile>(pdf, 'audit-trail.json')

test.group('Certificate | of a long trail', (group) => {
  let acme: Tenant
  let document: Document
  let sealed: Buffer

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)

  group.setup(async () => {
    acme = await makeTenant()
    const made = await live(() => makeDocument())
    await live(() =>
      Document.change(made.id, (change) => {
        const downloads = Array.from({ length: 1_010 }, (): DocumentHappening => ({
          action: 'document.downloaded',
          actor: OLGA,
          details: { file: 'original' },
        }))
        change.log(...downloads)
      })
    )
    await sign(acme, made.id, 'ana@example.test')
    await sign(acme, made.id, 'ben@example.test')
    await doWork(acme, 'seal')
    document = (await live(() => Document.whole(made.id)))!
    sealed = await live(async () => (await Vault.open(document)).read(document.sealedFile!))
  })

  test('prints consent and signature that stand behind its first thousand entries', async ({
    assert,
  }) => {
    const text = await textOf(sealed)
    assert.match(text, /Consent accepted/)
    assert.match(text, /Document signed/)
    assert.match(text, /Document downloaded × 1010/)
    assert.match(text, /the last, #1015, on/)
  })

  test('contains the whole trail, from which anybody can recompute every hash', async ({
    assert,
  }) => {
    const trail = await attachedTrail(sealed)
    const entries = await live(() => AuditTrail.read(document.id))
    const sealing = entries.findIndex(({ action }) => action === 'document.sealed')
    assert.deepEqual(
      trail.entries.map(({ hash }) => hash),
      entries.slice(0, sealing).map(({ hash }) => hash)
    )
    let previous: string | null = null
    for (const { text, hash, values } of trail.entries) {
      assert.equal(hash, sha256('countersign/audit-entry/v1\0', text))
      const body = JSON.parse(text)
      assert.equal(body.prevHash, previous)
      for (const { field, salt, value } of values)
        assert.equal(
          body.personal[field],
          sha256(`countersign/personal-value/v1\0${field}\0`, Buffer.from(salt, 'hex'), '\0', value)
        )
      previous = hash
    }
    assert.equal(trail.head, previous)
    assert.include(await textOf(sealed), trail.head)
  })

  test('stands beside the words that signers agreed to, whose hash it names', async ({
    assert,
  }) => {
    const trail = await attachedTrail(sealed)
    const { texts } = await attached<ConsentFile>(sealed, 'consent-texts.json')
    const agreed = trail.entries
      .map(({ text }) => JSON.parse(text))
      .filter(({ action }) => action === 'consent.accepted')
      .map(({ details }) => details.sha256 as string)
    assert.lengthOf(agreed, 2)
    assert.deepEqual(
      texts.map(({ sha256: hash }) => hash),
      [...new Set(agreed)]
    )
    const [{ text }] = texts
    assert.equal(sha256(text), agreed[0])
    assert.equal(JSON.parse(text).version, standardConsent('en').version)
    assert.match(await textOf(sealed), /encloses audit-trail\.json(?:,| and) consent-texts\.json/)
    const [rows] = await live(() => CurrentTenant.batch([{ text: 'select * from consent_texts' }]))
    assert.lengthOf(rows, 1)
  })

  test('is carried by the record of the trail as well', async ({ assert }) => {
    const pdf = await live(() => documentRecord(document.id, 'audit'))
    const { length, entries } = await attachedTrail(pdf)
    assert.lengthOf(entries, length)
    assert.equal(JSON.parse(entries.at(-1)!.text).action, 'document.completed')
  })

  test('is made once for the end of a document, by the queue, and served as it was from then on', async ({
    assert,
  }) => {
    const made = await live(() => makeDocument())
    await live(async () => (await Document.whole(made.id))!.void({ by: OLGA, reason: 'Withdrawn' }))
    assert.equal(await doWork(acme, 'certificate'), 1)
    const ended = (await live(() => Document.whole(made.id)))!
    await live(() => made.recordDownload('original', OLGA))
    const first = await live(async () => Certificate.of((await Document.whole(made.id))!))
    assert.equal(sha256(Buffer.from(first)), ended.certificateSha256)
    const certifying = (await live(() => AuditTrail.read(made.id))).filter(
      ({ action }) => action === 'certificate.made'
    )
    assert.deepEqual(
      certifying.map(({ body }) => body.details),
      [{ certificateSha256: ended.certificateSha256 }]
    )
    assert.equal(
      JSON.parse((await attachedTrail(first)).entries.at(-1)!.text).action,
      'document.voided'
    )
  })

  test('is the same when two ask for the first time at once', async ({ assert }) => {
    const [one, two] = await Promise.all([
      live(() => Certificate.of(document)),
      live(() => Certificate.of(document)),
    ])
    assert.equal(sha256(Buffer.from(one)), sha256(Buffer.from(two)))
    assert.equal(
      JSON.parse((await attachedTrail(one)).entries.at(-1)!.text).action,
      'document.completed'
    )
  })

  test('says to whom, whose and from what to what', async ({ assert }) => {
    const made = await live(() => makeDocument())
    await live(async () => {
      const anna = { name: 'Anna Buyer', email: 'anna@example.test' }
      await made.correct(made.signers[0].id, anna, OLGA)
      const { recordLinkDisclosure } = await import('#app/documents/evidence/disclosure')
      await recordLinkDisclosure(made.id, [made.signers[1].id], OLGA)
      await (await Document.whole(made.id))!.void({ by: SYSTEM, reason: 'Another price' })
    })
    const line = await lineOf(await live(async () => documentRecord(made.id, 'certificate')))
    // the second half of an entry's hash stands beside the second line of its details
    const text = line.replaceAll(/ [0-9a-f]{32}\b/g, '')
    assert.match(text, /name from Ana Buyer to Anna Buyer/)
    assert.match(text, /email from ana@example.test to anna@example.test/)
    assert.match(text, /to ben@example.test/)
    assert.match(text, /the link of Ben Seller/)
    assert.match(text, /Another price/)
  })

  test('names signers as they were called when something happened, not as they are called now', async ({
    assert,
  }) => {
    const made = await live(() => makeDocument())
    const { recordLinkDisclosure } = await import('#app/documents/evidence/disclosure')
    const [ana, ben] = made.signers
    await live(async () => {
      await recordLinkDisclosure(made.id, [ana.id], OLGA)
      await made.correct(ana.id, { name: 'Zoe Newcomer' }, OLGA)
      await recordLinkDisclosure(made.id, [ben.id], OLGA)
      await made.correct(ana.id, { name: 'Yves Latest' }, OLGA)
      await (await Document.whole(made.id))!.void({ by: SYSTEM })
    })
    const text = await lineOf(await live(async () => documentRecord(made.id, 'certificate')))
    assert.match(text, /the link of Ana Buyer/)
    assert.notMatch(text, /the link of Yves/)
    assert.match(text, /Zoe Newcomer · name from Ana Buyer to Zoe Newcomer/)
    assert.match(text, /Yves Latest · name from Zoe Newcomer to Yves Latest/)
  })
})
