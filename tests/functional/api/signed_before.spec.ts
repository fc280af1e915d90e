import { test } from '@japa/runner'
import { FormData } from 'undici'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { ForeignSigner } from '#tests/domain/sealing/foreign_signer'
import { SIGNED_ON, signedPdf } from '#tests/domain/sealing/signed_pdf'
import { ApiClient } from '#tests/factories/api_client'
import { OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'
import { superuserOf } from '#tests/support/superuser'

const PLACE = { type: 'signature', page: 1, x: 60, y: 200, width: 160, height: 40 }
const ANA = { name: 'Ana Buyer', email: 'ana@example.test', fields: [PLACE] }
const SHOWN = { page: 1, x: 60, y: 192, width: 200, height: 100 }
const NORA = { by: 'Nora Notary', claimedAt: SIGNED_ON.toISOString(), isUnchanged: true }

test.group('A PDF that was signed before', (group) => {
  let acme: Tenant
  let api: ApiClient
  let file: Buffer
  /** Whose signature shows itself at `SHOWN`. */
  let shown: Buffer

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Realty', plan: 'enterprise', withSandbox: true })
    api = await ApiClient.of(acme, 'live')
    const nora = await ForeignSigner.named('Nora Notary')
    file = await signedPdf([nora])
    shown = await signedPdf([nora], { rectangle: [60, 500, 260, 600] })
  })

  const create = (more: object = {}) =>
    api.post('/api/v1/documents', {
      title: 'Deed',
      signers: [ANA],
      file: file.toString('base64'),
      ...more,
    })

  const deed = (fields: object[]) =>
    api.post('/api/v1/templates', {
      ...{ title: 'Deed', roles: [{ name: 'Buyer', fields }], file: shown.toString('base64') },
    })

  test('is sealed as it is, and everything says who had signed it', async ({ assert }) => {
    const made = await create()
    assert.equal(made.status, 201, made.text)
    assert.containSubset(made.body.earlierSignatures, [NORA])
    const id = String(made.body.id)
    await sign(acme, id, ANA.email)
    await doWork(acme, 'seal')
    const sealed = await api.ask({ method: 'GET', path: `/api/v1/documents/${id}/download` })
    assert.equal(sealed.status, 200)
    assert.isTrue(sealed.bytes.subarray(0, file.length).equals(file))
    const { status, body } = await api.post('/api/v1/verify', {
      file: sealed.bytes.toString('base64'),
    })
    assert.equal(status, 200)
    assert.equal(body.verdict, 'whole')
    assert.containSubset(body.signatures, [{ ...NORA, coveredBytes: file.length, signer: null }])
    const read = await api.get(`/api/v1/documents/${id}`)
    assert.equal(read.body.pageCount, 1)
    const trail = await inLive(acme, () => AuditTrail.read(id))
    const uploaded = trail.find(({ action }) => action === 'document.uploaded')!
    assert.equal(uploaded.body.details.signatures, 1)
    assert.notInclude(JSON.stringify(uploaded), 'Nora')
    const certificate = await api.ask({
      method: 'GET',
      path: `/api/v1/documents/${id}/certificate`,
    })
    assert.equal(certificate.status, 200)
  })

  test('is not sent while somebody has no place to sign, and nothing changes', async ({
    assert,
  }) => {
    const bare = { name: 'Ben Seller', email: 'ben@example.test' }
    const refused = await create({ signers: [ANA, bare] })
    assert.equal(refused.status, 422)
    assert.containSubset(refused.body.error, {
      details: [{ param: 'signers[1].fields', code: 'signature_field_missing' }],
    })
    const draft = await create({ signers: [ANA, bare], send: false })
    assert.equal(draft.status, 201)
    const id = String(draft.body.id)
    assert.equal((await api.post(`/api/v1/documents/${id}/send`, {})).status, 422)
    assert.equal((await api.get(`/api/v1/documents/${id}`)).body.status, 'draft')
  })

  test('is not sent with a field over a signature that shows itself, and nothing changes', async ({
    assert,
  }) => {
    const over = { type: 'text', page: 1, x: 240, y: 280, width: 100, height: 20 }
    const input = {
      file: shown.toString('base64'),
      signers: [{ ...ANA, fields: [{ ...PLACE, y: 300 }, over] }],
    }
    const refused = await create(input)
    assert.equal(refused.status, 422)
    assert.containSubset(refused.body.error, {
      code: 'validation_failed',
      details: [{ param: 'signers[0].fields[1]', code: 'field_over_signature' }],
    })
    assert.include(refused.text, 'text field of Ana Buyer on page 1')
    const draft = await create({ ...input, send: false })
    assert.equal(draft.status, 201, draft.text)
    const path = `/api/v1/documents/${String(draft.body.id)}`
    assert.equal((await api.post(`${path}/send`, {})).status, 422)
    const olga = await Visitor.as(acme)
    await olga.post(`/documents/${String(draft.body.id)}/send`)
    const page = await olga.get(`/documents/${String(draft.body.id)}`)
    assert.include(page.text, 'move the field to a free place')
    assert.equal((await api.get(path)).body.status, 'draft')
  })

  test('is sent live alone with a signature where the sandbox marks tests', async ({ assert }) => {
    const nora = await ForeignSigner.named('Nora Notary')
    const foot = (await signedPdf([nora], { rectangle: [150, 0, 460, 40] })).toString('base64')
    assert.equal((await create({ file: foot })).status, 201)
    const sandbox = await ApiClient.of(acme, 'test')
    const json = { title: 'Deed', signers: [ANA], file: foot }
    const refused = await sandbox.post('/api/v1/documents', json)
    assert.equal(refused.status, 422, refused.text)
    assert.containSubset(refused.body.error, {
      details: [{ param: 'file', code: 'test_mark_covered' }],
    })
  })

  test('is sent with a field that touches such a signature, also of a template', async ({
    assert,
  }) => {
    const { x, y, height } = SHOWN
    const beside = { ...PLACE, x, y: y + height }
    const made = await create({
      file: shown.toString('base64'),
      signers: [{ ...ANA, fields: [beside] }],
    })
    assert.equal(made.status, 201, made.text)
    const template = await deed([beside])
    assert.equal(template.status, 201, template.text)
    const { name, email } = ANA
    const used = await api.post(`/api/v1/templates/${String(template.body.id)}/documents`, {
      people: [{ role: 'Buyer', name, email }],
    })
    assert.equal(used.status, 201, used.text)
  })

  test('makes no template with a field over such a signature, and none that says so later', async ({
    assert,
  }) => {
    const free = { ...PLACE, y: 400 }
    const refused = await deed([free, { ...PLACE, ...SHOWN }])
    assert.equal(refused.status, 422, refused.text)
    const details = [{ param: 'roles[0].fields[1]', code: 'field_over_signature' }]
    assert.containSubset(refused.body.error, { details })
    const made = await deed([free])
    const path = `/api/v1/templates/${String(made.body.id)}`
    const roles = [{ name: 'Buyer', fields: [{ ...PLACE, ...SHOWN }] }]
    const changed = await api.ask({ method: 'PATCH', path, json: { roles } })
    assert.equal(changed.status, 422, changed.text)
    assert.equal((await api.get(path)).body.version, 1)
  })

  test('is refused once for all rows of a bulk send, before anything is sent', async ({
    assert,
  }) => {
    const bare = await deed([{ ...PLACE, type: 'text', y: 400 }])
    const sound = await deed([{ ...PLACE, y: 400 }])
    // as it may be from before templates were looked at
    const superuser = await superuserOf(Cell.named(acme.cell).database)
    await superuser.query(
      `update ${schemaNames(acme.id).live}.template_versions set content = jsonb_set(content, '{roles,0,fields,0}',
        content #> '{roles,0,fields,0}' || $2) where template_id = $1`,
      [sound.body.id, JSON.stringify(SHOWN)]
    )
    await superuser.end()
    for (const [{ body }, code] of [
      [bare, 'signature_field_missing'],
      [sound, 'field_over_signature'],
    ] as const) {
      const path = `/templates/${String(body.id)}/bulk-sends`
      const rows = [{ people: [{ role: 'Buyer', name: 'Ana', email: 'ana@example.test' }] }]
      const refused = await api.post(`/api/v1${path}`, { rows })
      assert.equal(refused.status, 422, refused.text)
      assert.containSubset(refused.body.error, { details: [{ code }] })
      const olga = await Visitor.as(acme)
      const form = new FormData()
      form.set('file', new Blob(['Buyer name,Buyer email\nAna,ana@example.test\n']), 'a.csv')
      const page = await olga.upload(path, form)
      assert.equal(page.status, 422)
      assert.include(page.text, 'this PDF')
    }
    assert.isEmpty((await api.get('/api/v1/bulk-sends')).body.data)
  })

  test('is sent while people have none who approve, or only get a copy', async ({ assert }) => {
    const dora = { name: 'Dora Director', email: 'dora@example.test', role: 'approver' }
    const cem = { name: 'Cem Counsel', email: 'cem@example.test', role: 'copy' }
    const made = await create({ signers: [ANA, dora, cem] })
    assert.equal(made.status, 201, made.text)
  })

  test('stays one in copies and templates, and is forgotten when it is erased', async ({
    assert,
  }) => {
    const made = await create({ send: false })
    const copied = await api.post(`/api/v1/documents/${String(made.body.id)}/copy`, {})
    assert.containSubset(copied.body.earlierSignatures, [NORA])
    const roles = [{ name: 'Buyer', fields: [PLACE] }]
    const template = await api.post('/api/v1/templates', {
      title: 'Deed',
      roles,
      file: file.toString('base64'),
    })
    assert.equal(template.status, 201, template.text)
    const { name, email } = ANA
    const used = await api.post(`/api/v1/templates/${String(template.body.id)}/documents`, {
      people: [{ role: 'Buyer', name, email }],
    })
    assert.containSubset(used.body.earlierSignatures, [NORA])
    const id = String(used.body.id)
    const by = { ...OLGA, id: (await ownerOf(acme)).id }
    await api.post(`/api/v1/documents/${id}/void`, {})
    await inLive(acme, () => Document.reference(id).erase({ by, reason: 'request' }))
    const erased = await api.get(`/api/v1/documents/${id}`)
    assert.notProperty(erased.body, 'earlierSignatures')
  })

  test('says so on its page and in its preview', async ({ assert }) => {
    const made = await create({ send: false })
    const olga = await Visitor.as(acme)
    const path = `/documents/${String(made.body.id)}`
    const page = await olga.get(path)
    assert.include(page.text, 'This PDF bears a signature already')
    assert.include(page.text, 'Nora Notary')
    const editor = await olga.get(`${path}/edit`)
    assert.include(editor.text, 'Each signer needs a signature field')
    assert.notInclude(editor.text, 'an extra page at the end')
    const preview = await olga.get(`${path}/preview`)
    assert.include(preview.text, 'This PDF bears a signature already')
  })
})
