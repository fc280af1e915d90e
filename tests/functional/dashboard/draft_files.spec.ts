import { FormData } from 'undici'
import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { copy } from '#app/documents/drafts/copy'
import { draftVersion } from '#app/documents/drafts/draft_version'
import { exchange } from '#app/documents/drafts/exchange'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { Vault } from '#app/documents/files/vault'
import { sha256Hex } from '#app/foundation/opaque_token'
import { orphanedFiles } from '#app/portability/orphaned_files'
import { StoredFiles } from '#app/portability/stored_files'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'
import { SigningLink } from '#tests/support/signing_link'

const SECOND_PAGE = { ...BEN, fields: BEN.fields!.map((field) => ({ ...field, page: 2 })) }

test.group('Dashboard | another file for a draft', (group) => {
  let acme: Tenant
  let olga: Visitor
  let [one, two]: Uint8Array[] = []

  group.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
    one = await makePdf({ text: 'A shorter contract' })
    two = await makePdf({ pages: 2 })
  })

  const make = async (bytes = two) => {
    const by = { ...OLGA, id: (await ownerOf(acme)).id }
    const { id } = await inLive(acme, () => makeDocument({ by }, { send: false }))
    await inLive(acme, async () => {
      const upload = await AcceptedPdf.accept(bytes, 'first.pdf')
      await exchange((await Document.whole(id))!, upload, { by })
      await Document.reference(id).revise({ signers: [ANA, SECOND_PAGE] }, by)
    })
    return { id, path: `/documents/${id}` }
  }
  const load = (id: string) => inLive(acme, async () => (await Document.whole(id)) as Document)
  const filesOf = async (id: string) => {
    const names: string[] = []
    for await (const name of new StoredFiles(acme.id).names())
      if (name.includes(id)) names.push(name.split('/').at(-1) ?? '')
    return names.sort()
  }
  const valuesOf = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/name="(once|version)" value="([^"]+)"/g)].map(([, name, value]) => [
        name,
        value,
      ])
    )
  const upload = (path: string, bytes: Uint8Array | null, values: Record<string, string>) => {
    const form = new FormData()
    if (bytes) form.set('file', new Blob([Buffer.from(bytes)]), 'second.pdf')
    for (const [name, value] of Object.entries(values)) form.set(name, value)
    return olga.upload(`${path}/file`, form)
  }

  test('takes its place, keeps the fields, and the old one goes', async ({ assert }) => {
    const { id, path } = await make()
    const values = valuesOf((await olga.get(`${path}/file`)).text)
    const longer = await makePdf({ pages: 3 })
    const answers = await Promise.all([1, 2].map(() => upload(path, longer, values)))
    for (const { status, headers } of answers)
      assert.deepEqual([status, headers.location], [303, `${path}/edit`])
    const draft = await load(id)
    assert.containSubset(draft.$attributes, { pageCount: 3, fileName: 'second.pdf' })
    assert.equal(draft.originalSha256, sha256Hex(longer))
    assert.deepEqual(
      draft.fields.map(({ page }) => page),
      [1, 2]
    )
    const entries = await inLive(acme, () => AuditTrail.read(id))
    assert.deepEqual(
      entries.map(({ action }) => action).filter((action) => action === 'document.uploaded'),
      Array.from({ length: 3 }, () => 'document.uploaded') // made, `make`, and this one once
    )
    assert.include((await olga.get(path)).text, 'replaced the file with second.pdf')
    assert.include((await olga.get(`${path}/edit`)).text, 'second.pdf')
    await doWork(acme, 'documents.remove_file', { early: true })
    assert.deepEqual(await filesOf(id), [draft.canonicalFile, draft.originalFile])
    await inLive(acme, async () => {
      assert.deepEqual(await documentEvidence([id]), [])
      const made = await copy(id, { by: OLGA })
      assert.equal(made.originalSha256, draft.originalSha256)
      await Document.reference(id).send(OLGA)
      assert.deepEqual(await documentEvidence([id]), [])
    })
    // what signers read and sign, and what is sealed, is the new one
    const link = await SigningLink.of(acme, await load(id))
    await link.consent()
    assert.equal((await link.get('/file')).status, 200)
    for (const email of [ANA.email, BEN.email]) await sign(acme, id, email)
    await doWork(acme, 'seal')
    assert.containSubset((await load(id)).$attributes, { status: 'completed' })
    assert.deepEqual(await inLive(acme, () => documentEvidence([id])), [])
  })

  test('of two who upload at once each stores a whole file, and one is in force', async ({
    assert,
  }) => {
    const { id } = await make()
    const draft = await load(id)
    const version = draftVersion(draft)
    const uploads = await Promise.all(
      [3, 4].map(async (pages) => AcceptedPdf.accept(await makePdf({ pages }), `${pages}.pdf`))
    )
    const results = await inLive(acme, () =>
      Promise.allSettled(uploads.map((each) => exchange(draft, each, { by: OLGA, version })))
    )
    const refused = results.filter((result) => result.status === 'rejected')
    assert.deepEqual(
      refused.map(({ reason }) => reason.code),
      ['draft_changed']
    )
    await inLive(acme, async () => {
      const stored = (await Document.whole(id))!
      const vault = await Vault.open(stored)
      assert.equal(sha256Hex(await vault.read(stored.originalFile)), stored.originalSha256)
      assert.equal(sha256Hex(await vault.read(stored.canonicalFile)), stored.canonicalSha256)
    })
    await doWork(acme, 'documents.remove_file', { early: true })
    assert.lengthOf(await filesOf(id), 2)
    for await (const name of orphanedFiles(acme)) assert.notInclude(name, id)
  })

  test('asks before fields go that it has no page for', async ({ assert }) => {
    const { id, path } = await make()
    const values = valuesOf((await olga.get(`${path}/file`)).text)
    const asked = await upload(path, one, values)
    assert.equal(asked.status, 422)
    assert.include(asked.text, 'Signature of Ben Seller on page 2')
    assert.lengthOf((await load(id)).fields, 2)
    assert.lengthOf(
      (await filesOf(id)).filter((name) => name.startsWith('original-')),
      1
    )
    const done = await upload(path, one, { ...valuesOf(asked.text), dropFields: 'yes' })
    assert.equal(done.status, 303, done.text)
    const draft = await load(id)
    assert.deepEqual([draft.pageCount, draft.fields.map(({ page }) => page)], [1, [1]])
  })

  test('says in its earlier versions what it dropped, and takes it back with the file', async ({
    assert,
  }) => {
    const { id, path } = await make()
    const replace = async (bytes: Uint8Array, more: Record<string, string> = {}) => {
      const values = valuesOf((await olga.get(`${path}/file`)).text)
      assert.equal((await upload(path, bytes, { ...values, ...more })).status, 303)
    }
    await replace(one, { dropFields: 'yes' })
    const { text } = await olga.get(`${path}/states`)
    assert.deepEqual(
      [...text.matchAll(/\b\d fields?\b/g)].slice(0, 2).map(([words]) => words),
      ['1 field', '2 fields']
    )
    const goBack = async () => {
      const values = valuesOf((await olga.get(`${path}/states`)).text)
      const went = await olga.post(`${path}/states`, { ...values, number: '3' })
      return (await olga.followed(went)).text
    }
    assert.include(await goBack(), 'except for 1 field whose page is gone')
    await replace(two)
    assert.include(await goBack(), 'has been restored to that version')
    assert.lengthOf((await load(id)).fields, 2)
  })

  test('overwrites nothing that somebody else has saved meanwhile', async ({ assert }) => {
    const { id, path } = await make()
    const values = valuesOf((await olga.get(`${path}/file`)).text)
    await inLive(acme, () => Document.reference(id).revise({ title: 'Hers' }, OLGA))
    const refused = await upload(path, two, values)
    assert.include(refused.text, 'Somebody changed this draft in the meantime')
    const once = await upload(path, two, valuesOf(refused.text))
    assert.equal(once.status, 303, once.text)
    assert.equal((await load(id)).title, 'Hers')
  })

  test('is a PDF, of a draft alone, and of those who may change it', async ({ assert }) => {
    const { id, path } = await make()
    const values = valuesOf((await olga.get(`${path}/file`)).text)
    assert.include((await upload(path, null, values)).text, 'Choose a PDF.')
    const odd = await upload(path, Buffer.from('no PDF at all'), values)
    assert.equal(odd.status, 422)
    const eve = await Visitor.as(acme, 'member')
    assert.equal((await eve.get(`${path}/file`)).status, 404)
    assert.equal((await eve.post(`${path}/file`)).status, 404)
    await olga.post(`${path}/send`)
    assert.equal((await olga.get(`${path}/file`)).status, 303)
    const late = await upload(path, two, values)
    assert.equal(late.status, 303)
    assert.equal((await load(id)).fileName, 'first.pdf')
  })
})
