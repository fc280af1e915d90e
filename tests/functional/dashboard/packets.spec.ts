import { FormData } from 'undici'
import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { AuditVerification } from '#app/audit/audit_verification'
import { sha256Hex } from '#app/foundation/opaque_token'
import { Template } from '#app/templates/template'
import type Tenant from '#app/tenants/tenant'
import { ANA, OLGA } from '#tests/factories/document_factory'
import { ANA_ON_EACH, makePacket, packetFiles } from '#tests/factories/packet_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'

test.group('Dashboard | a document of several files', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
  })

  const load = (id: string) => inLive(acme, async () => (await Document.whole(id)) as Document)
  const make = async (send = false) => {
    const by = { type: 'user' as const, id: (await ownerOf(acme)).id, name: 'Olga Owner' }
    return inLive(acme, () => makePacket({ by, signers: [ANA_ON_EACH] }, { send }))
  }
  const valuesOf = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/name="(once|version)" value="([^"]+)"/g)].map(([, name, value]) => [
        name,
        value,
      ])
    )
  const arrange = async (
    path: string,
    values: Record<string, string>,
    added: readonly Uint8Array[] = []
  ) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(values)) form.set(name, value)
    for (const bytes of added) form.append('file', new Blob([Buffer.from(bytes)]), 'More.pdf')
    return olga.upload(`${path}/files`, form)
  }
  const pagesOf = ({ fields }: Document) => fields.map(({ page }) => page).sort()
  const namesOf = ({ files }: Document) =>
    files.map(({ name, pageCount }) => `${name} ${pageCount}`)

  test('is made of what was chosen, in that order', async ({ assert }) => {
    const values = valuesOf((await olga.get('/documents/new')).text)
    const form = new FormData()
    const row = { 'signers[0][name]': 'Ana Buyer', 'signers[0][email]': 'ana@example.test' }
    for (const [name, value] of Object.entries({ ...values, ...row, title: 'Lease' }))
      form.set(name, value)
    for (const { name, bytes } of await packetFiles())
      form.append('file', new Blob([Buffer.from(bytes)]), name)
    const made = await olga.upload('/documents', form)
    assert.equal(made.status, 303, made.text)
    const document = await load(String(made.headers.location).split('/').at(-1)!)
    assert.deepEqual(namesOf(document), ['Lease.pdf 2', 'Rules.pdf 1', 'Lease.pdf 3'])
  })

  test('lets its files change places, and fields go with their pages', async ({ assert }) => {
    const { id } = await make()
    const path = `/documents/${id}`
    const page = await olga.get(`${path}/files`)
    const values = { ...valuesOf(page.text), place0: '3', place1: '1', place2: '2' }
    const answers = await Promise.all([1, 2].map(() => arrange(path, values)))
    for (const { status, headers } of answers)
      assert.deepEqual([status, headers.location], [303, `${path}/edit`])
    const draft = await load(id)
    assert.deepEqual(namesOf(draft), ['Rules.pdf 1', 'Lease.pdf 3', 'Lease.pdf 2'])
    assert.deepEqual(pagesOf(draft), [1, 2, 5])
    const evidence = new AuditVerification(acme.ref, 'live', documentEvidence)
    assert.deepEqual((await evidence.ofDocument(id)).findings, [])
  })

  test('takes more files, and gives up others with their fields only when told to', async ({
    assert,
  }) => {
    const { id } = await make()
    const path = `/documents/${id}`
    const values = { ...valuesOf((await olga.get(`${path}/files`)).text), remove1: 'yes' }
    const asked = await arrange(path, values, [await makePdf({ pages: 2 })])
    assert.equal(asked.status, 422)
    for (const kept of ['dropFields', 'name="remove1" value="yes" checked', 'to add again'])
      assert.include(asked.text, kept)
    assert.lengthOf((await load(id)).files, 3)
    const again = { ...valuesOf(asked.text), remove1: 'yes', dropFields: 'yes' }
    const taken = await arrange(path, again, [await makePdf({ pages: 2 })])
    assert.equal(taken.status, 303, taken.text)
    const draft = await load(id)
    assert.deepEqual(namesOf(draft), ['Lease.pdf 2', 'Lease.pdf 3', 'More.pdf 2'])
    assert.deepEqual(pagesOf(draft), [1, 3])
    const all = { remove0: 'yes', remove1: 'yes', remove2: 'yes' }
    const none = await arrange(path, {
      ...valuesOf((await olga.get(`${path}/files`)).text),
      ...all,
    })
    assert.equal(none.status, 422)
    const damaged = [Buffer.from('%PDF-1.7 nothing')]
    const last = { ...valuesOf((await olga.get(`${path}/files`)).text), place0: '9' }
    const odd = await arrange(path, last, damaged)
    assert.equal(odd.status, 422)
    assert.include(odd.text, 'max="10" value="9"')
    assert.deepEqual(namesOf(await load(id)), namesOf(draft))
  })

  test('has its files taken once from a form that is sent again, whatever they are by then', async ({
    assert,
  }) => {
    const { id } = await make()
    const path = `/documents/${id}`
    const values = valuesOf((await olga.get(`${path}/files`)).text)
    const added = await Promise.all(Array.from({ length: 5 }, () => makePdf()))
    for (const time of ['first', 'again']) {
      const { status, headers, text } = await arrange(path, values, added)
      assert.deepEqual([status, headers.location], [303, `${path}/edit`], `${time}: ${text}`)
    }
    assert.lengthOf((await load(id)).files, 8)
  })

  test('takes fields to their pages when it goes back past another order of its files', async ({
    assert,
  }) => {
    const { id } = await make()
    const path = `/documents/${id}`
    const order = { place0: '3', place1: '1', place2: '2' }
    await arrange(path, { ...valuesOf((await olga.get(`${path}/files`)).text), ...order })
    await inLive(acme, () => Document.reference(id).revise({ title: 'Another' }, OLGA))
    const goBack = async (number: string) => {
      const values = valuesOf((await olga.get(`${path}/states`)).text)
      const { text } = await olga.followed(await olga.post(`${path}/states`, { ...values, number }))
      return text
    }
    assert.include(await goBack('1'), 'has been restored to that version')
    const [draft, { title }] = [await load(id), await load(id)]
    assert.deepEqual([title, pagesOf(draft)], ['Lease and annexes', [1, 2, 5]])

    const left = { remove0: 'yes', dropFields: 'yes' }
    await arrange(path, { ...valuesOf((await olga.get(`${path}/files`)).text), ...left })
    await inLive(acme, () => Document.reference(id).revise({ title: 'Another' }, OLGA))
    assert.include(await goBack('1'), 'except for 1 field whose page is gone')
    assert.deepEqual(pagesOf(await load(id)), [1, 4])
  })

  test('is not arranged over what somebody else has changed', async ({ assert }) => {
    const { id } = await make()
    const path = `/documents/${id}`
    const values = { ...valuesOf((await olga.get(`${path}/files`)).text), place0: '9' }
    await inLive(acme, async () => {
      const by = { type: 'user' as const, id: (await ownerOf(acme)).id, name: 'Olga Owner' }
      await Document.reference(id).revise({ title: 'Another title' }, by)
    })
    assert.equal((await arrange(path, values)).status, 422)
    assert.deepEqual(namesOf(await load(id))[0], 'Lease.pdf 2')
  })

  test('gives out each file and all, and says of each what its seal proves', async ({ assert }) => {
    const { id } = await make(true)
    const path = `/documents/${id}`
    assert.equal((await olga.get(`${path}/files/download`)).status, 404)
    await sign(acme, id, ANA.email!)
    await doWork(acme, 'seal')
    const document = await load(id)
    const { text } = await olga.get(path)
    for (const [index, { originalSha256, seal }] of document.files.entries()) {
      const part = `${path}/files/${index + 1}`
      for (const href of [`${part}/original`, `${part}/download`, `${part}/seal`])
        assert.include(text, `href="${href}"`)
      assert.equal(sha256Hex((await olga.get(`${part}/original`)).bytes), originalSha256)
      assert.equal(sha256Hex((await olga.get(`${part}/download`)).bytes), seal!.sha256)
      assert.include((await olga.get(`${part}/seal`)).text, seal!.sha256)
    }
    const archive = await olga.get(`${path}/files/download`)
    assert.equal(archive.headers['content-type'], 'application/zip')
    assert.equal((await olga.get(`${path}/files/4/download`)).status, 404)
    const stranger = await Visitor.as(await makeTenant())
    for (const end of ['files/1/original', 'files/1/download', 'files/download', 'files/1/seal'])
      assert.equal((await stranger.get(`${path}/${end}`)).status, 404)
  })

  test('is made a template, whose files are arranged in versions and out of reach of others', async ({
    assert,
  }) => {
    const { id } = await make()
    const saved = await olga.post(`/documents/${id}/template`, {})
    const path = String(saved.headers.location).replace('/edit', '')
    const { text } = await olga.get(path)
    for (const named of ['Lease.pdf', 'Rules.pdf', `${path}/files`, 'File 2 of 3: Rules.pdf'])
      assert.include(text, named)
    assert.include((await olga.get(`${path}/edit`)).text, 'File 2 of 3: Rules.pdf')
    const page = await olga.get(`${path}/files`)
    const values = { ...valuesOf(page.text), place0: '3', place1: '1', place2: '2' }
    const answers = await Promise.all([1, 2].map(() => arrange(path, values)))
    for (const { status, headers } of answers)
      assert.deepEqual([status, headers.location], [303, path])
    const stale = await arrange(path, { ...values, once: 'b'.repeat(30) })
    assert.equal(stale.status, 422)
    assert.include(stale.text, 'Version 2 of this template was saved')
    const template = await inLive(acme, async () => (await Template.find(path.slice(11)))!)
    assert.deepEqual(
      template.files.map(({ name, pageCount }) => `${name} ${pageCount}`),
      ['Rules.pdf 1', 'Lease.pdf 3', 'Lease.pdf 2']
    )
    const earlier = await olga.get(`${path}/files?version=1`)
    assert.deepEqual([earlier.status, earlier.headers.location], [303, path])
    const asked = await arrange(path, {
      ...valuesOf((await olga.get(`${path}/files`)).text),
      remove0: 'yes',
    })
    assert.equal(asked.status, 422)
    assert.include(asked.text, 'dropFields')
    const stranger = await Visitor.as(await makeTenant({ withSandbox: true }))
    const viewer = await Visitor.as(acme, 'viewer')
    for (const other of [stranger, viewer]) {
      assert.oneOf((await other.get(`${path}/files`)).status, [403, 404])
      assert.oneOf((await other.post(`${path}/files`, values)).status, [403, 404])
    }
    assert.equal((await stranger.get(`/test${path}/files`)).status, 404)
    assert.equal((await inLive(acme, () => Template.find(template.id)))!.version, 2)
  })

  test('is made of a template that was put together of what was chosen', async ({ assert }) => {
    const form = new FormData()
    const typed = { 'once': 'c'.repeat(30), 'title': 'Lease', 'signers[0][name]': 'Tenant' }
    for (const [name, value] of Object.entries(typed)) form.set(name, value)
    for (const { name, bytes } of (await packetFiles()).slice(0, 2))
      form.append('file', new Blob([Buffer.from(bytes)]), name)
    const made = await olga.upload('/templates', form)
    assert.equal(made.status, 303, made.text)
    const used = await olga.post(`${String(made.headers.location)}/use`, {
      'title': 'Lease for Ana',
      'people[0][name]': 'Ana Buyer',
      'people[0][email]': 'ana@example.test',
      'send': 'yes',
    })
    const document = await load(String(used.headers.location).split('/').at(-1)!)
    assert.equal(document.status, 'pending')
    assert.deepEqual(namesOf(document), ['Lease.pdf 2', 'Rules.pdf 1'])
  })
})
