import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { FormData } from 'undici'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { textOf } from '#tests/domain/sealing/outside_program'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { packetFiles } from '#tests/factories/packet_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'

const PATH = '/api/v1/templates'
const PLACE = { type: 'signature', x: 60, y: 200, width: 180, height: 50 }
/** Signs each of two files. */
const TENANT = { name: 'Tenant', fields: [1, 3].map((page) => ({ ...PLACE, page })) }
const IN_TEST = { environment: 'test' } as const

interface FileView {
  number: number
  name: string
  originalSha256: string
  sealedSha256: string
}

test.group('API | a template of several files', (group) => {
  let acme: Tenant
  let api: ApiClient
  let received: Awaited<ReturnType<typeof packetFiles>>
  let list: { name: string; file: string }[]
  let made: Answer

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    api = await ApiClient.of(acme, 'test')
    received = (await packetFiles()).slice(0, 2)
    list = received.map(({ name, bytes }) => ({ name, file: base64(bytes) }))
    made = await create()
  })

  const create = (more: object = {}) =>
    api.post(PATH, { title: 'Lease and rules', roles: [TENANT], files: list, ...more })
  const at = () => `${PATH}/${String(made.body.id)}`
  const ana = (name: string) => ({ role: 'Tenant', name, email: `${name}@example.test` })

  async function submit(url: string): Promise<void> {
    const vera = new Visitor(acme)
    const form = { once: randomUUID(), name: 'Vera', email: 'Vera@example.test' }
    const { text } = await vera.post(new URL(url).pathname, form)
    const link = /\/confirm\/cfm_[\w-]{43}/.exec(text)![0]
    await vera.post(link)
  }

  test('is made of a list in JSON or of parts of a form, and names its files', async ({
    assert,
  }) => {
    const body = new FormData()
    body.set('title', 'Lease and rules')
    body.set('roles', JSON.stringify([TENANT]))
    for (const { name, bytes } of received)
      body.append('file', new Blob([Buffer.from(bytes)]), name)
    const inForm = await api.ask({ method: 'POST', path: PATH, body })
    for (const answer of [made, inForm]) {
      assert.equal(answer.status, 201, answer.text)
      assert.containSubset(answer.body, {
        pageCount: 3,
        files: [
          { number: 1, name: 'Lease.pdf', firstPage: 1, pageCount: 2 },
          { number: 2, name: 'Rules.pdf', firstPage: 3, pageCount: 1 },
        ],
      })
    }
    assert.equal(inForm.body.originalSha256, made.body.originalSha256)
    assert.deepEqual((await api.get(at())).body.files, made.body.files)
    const shown = made.body.files as FileView[]
    assert.deepEqual(
      shown.map(({ originalSha256 }) => originalSha256),
      received.map(({ bytes }) => sha256Hex(bytes))
    )
    const single = await create({ files: list.slice(0, 1), roles: [{ name: 'Tenant' }] })
    assert.equal(single.status, 201, single.text)
    assert.notProperty(single.body, 'files')
  })

  test('makes nothing of too many files, of one that cannot be used, or where a certificate is asked for', async ({
    assert,
  }) => {
    const count = async () => ((await api.get(`${PATH}?limit=100`)).body.data as unknown[]).length
    const before = await count()
    const many = await create({ files: Array.from({ length: 11 }, () => list[1]) })
    assert.containSubset(many.body.error, {
      details: [{ param: 'files', code: 'too_many' }],
    })
    const odd = await create({ files: [list[0], { file: base64(Buffer.from('%PDF-1.7')) }] })
    assert.containSubset(odd.body.error, { code: 'pdf_malformed' })
    assert.match(String(odd.body.error!.message), /^File 2: /)
    const certified = await create({ roles: [{ ...TENANT, certificate: 'optional' }] })
    assert.containSubset(certified.body.error, {
      details: [{ param: 'roles[0].certificate', code: 'one_file_only' }],
    })
    assert.equal(await count(), before)
  })

  test('gives its files to what is made of it, by a form and a bulk send as well, each sealed and named in the certificate', async ({
    assert,
  }) => {
    const single = await api.post(`${at()}/documents`, { people: [ana('Single')] })
    assert.equal(single.status, 201, single.text)
    const many = await api.post(`${at()}/bulk-sends`, { rows: [{ people: [ana('Bulk')] }] })
    assert.equal(many.status, 201, many.text)
    while ((await doWork(acme, 'bulk.step', IN_TEST)) > 0);
    const form = await api.post(`${at()}/forms`, { role: 'Tenant' })
    assert.equal(form.status, 201, form.text)
    await submit(String(form.body.url))

    const query = `?templateId=${String(made.body.id)}`
    const { body } = await api.get(`/api/v1/documents${query}`)
    const documents = body.data as { id: string; signers: { email: string }[] }[]
    const whom = documents.map(({ signers }) => signers[0].email)
    assert.sameMembers(
      whom,
      ['Single', 'Bulk', 'Vera'].map((name) => `${name}@example.test`)
    )
    for (const [index, { id }] of documents.entries()) await sign(acme, id, whom[index], 'test')
    await doWork(acme, 'seal', IN_TEST)
    for (const { id } of documents) {
      const path = `/api/v1/documents/${id}`
      const files = (await api.get(path)).body.files as FileView[]
      const certificate = await textOf((await api.get(`${path}/certificate`)).bytes)
      for (const [index, { number, name, originalSha256, sealedSha256 }] of files.entries()) {
        assert.equal(name, received[index].name)
        assert.equal(originalSha256, sha256Hex(received[index].bytes))
        const sealed = await api.get(`${path}/files/${number}/download`)
        assert.equal(sha256Hex(sealed.bytes), sealedSha256)
        for (const hash of [originalSha256, sealedSha256])
          assert.include(certificate.replace(/\s+/g, ''), hash)
      }
      assert.lengthOf(files, 2)
    }
  })

  test('is out of reach of other tenants and of the other environment', async ({ assert }) => {
    const globex = await makeTenant({ withSandbox: true })
    const others = await Promise.all([
      ApiClient.of(globex, 'test'),
      ApiClient.of(globex, 'live'),
      ApiClient.of(acme, 'live'),
    ])
    for (const other of others) {
      const answers = [
        await other.get(at()),
        await other.post(`${at()}/documents`, { people: [ana('Mallory')] }),
      ]
      for (const { status, text } of answers) {
        assert.oneOf(status, [403, 404], text)
        assert.notInclude(text, 'Lease')
      }
    }
    const [rows] = await CurrentTenant.run({ tenant: globex.ref, environment: 'test' }, () =>
      CurrentTenant.batch([{ text: 'select id from template_files', values: [] }])
    )
    assert.isEmpty(rows)
  })
})

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
