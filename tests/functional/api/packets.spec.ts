import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { FormData } from 'undici'
import { sha256Hex } from '#app/foundation/opaque_token'
import type Tenant from '#app/tenants/tenant'
import { ForeignSigner } from '#tests/domain/sealing/foreign_signer'
import { signedPdf } from '#tests/domain/sealing/signed_pdf'
import { ApiClient } from '#tests/factories/api_client'
import { ANA_ON_EACH, packetFiles } from '#tests/factories/packet_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { inLive } from '#tests/support/dashboard_visitor'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { sign } from '#tests/support/signing_hand'

const run = promisify(execFile)
const PATH = '/api/v1/documents'
const { name, email, fields } = ANA_ON_EACH
const SIGNERS = [{ name, email, fields }]

interface FileView {
  number: number
  name: string
  firstPage: number
  pageCount: number
  originalSha256: string
  sealedSha256: string | null
}

test.group('API | a document of several files', (group) => {
  let acme: Tenant
  let api: ApiClient
  let list: { name: string; file: string }[]

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    api = await ApiClient.of(acme, 'live')
    const files = await packetFiles()
    list = files.map((one) => ({ name: one.name, file: Buffer.from(one.bytes).toString('base64') }))
  })

  const create = (more: object = {}) =>
    api.post(PATH, { title: 'Lease and annexes', signers: SIGNERS, files: list, ...more })

  async function form(): Promise<FormData> {
    const body = new FormData()
    body.set('title', 'Lease and annexes')
    body.set('signers', JSON.stringify(SIGNERS))
    for (const { name: called, bytes } of await packetFiles())
      body.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), called)
    return body
  }

  async function documents(): Promise<number> {
    return inLive(acme, async () => {
      const [rows] = await CurrentTenant.batch([
        { text: 'select count(*)::int as count from documents', values: [] },
      ])
      return Number(rows[0].count)
    })
  }

  test('refuses a name with half a character, also under an Idempotency-Key', async ({
    assert,
  }) => {
    const files = list.map((one) => ({ ...one, name: '\ud800' }))
    const json = { title: 'Lease', signers: SIGNERS, files }
    for (const headers of [{}, { 'idempotency-key': 'half' }] as Record<string, string>[]) {
      const { status, body } = await api.post(PATH, json, headers)
      assert.equal(status, 422)
      assert.containSubset(body.error, {
        details: [{ param: 'files[0].name', code: 'not_plain' }],
      })
    }
  })

  test('cuts long names between characters', async ({ assert }) => {
    const body = new FormData()
    body.set('title', 'Lease and annexes')
    body.set('signers', JSON.stringify(SIGNERS))
    for (const { bytes } of await packetFiles())
      body.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), `${'x'.repeat(199)}😀.pdf`)
    const made = await api.ask({ method: 'POST', path: PATH, body })
    assert.equal(made.status, 201, made.text)
    const [first] = made.body.files as FileView[]
    assert.equal(first.name, `${'x'.repeat(199)}.pdf`)
  })

  test('is made of a list in JSON, or of a part for each in a form', async ({ assert }) => {
    const inJson = await create()
    const inForm = await api.ask({ method: 'POST', path: PATH, body: await form() })
    for (const made of [inJson, inForm]) {
      assert.equal(made.status, 201, made.text)
      assert.equal(made.body.pageCount, 6)
      const shown = made.body.files as FileView[]
      assert.deepEqual(
        shown.map((one) => [one.number, one.name, one.firstPage, one.pageCount, one.sealedSha256]),
        [
          [1, 'Lease.pdf', 1, 2, null],
          [2, 'Rules.pdf', 3, 1, null],
          [3, 'Lease.pdf', 4, 3, null],
        ]
      )
    }
    assert.equal(inJson.body.originalSha256, inForm.body.originalSha256)
  })

  test('gives out each file as it came, and once sealed, each and all', async ({ assert }) => {
    const { body: made } = await create()
    const path = `${PATH}/${String(made.id)}`
    const early = await api.get(`${path}/files/2/download`)
    assert.equal(early.status, 409)
    assert.equal((await api.get(`${path}/files/download`)).status, 409)
    await sign(acme, String(made.id), String(email))
    await doWork(acme, 'seal')

    const { body } = await api.get(path)
    const received = await packetFiles()
    for (const one of body.files as FileView[]) {
      const original = await api.get(`${path}/files/${one.number}/file`)
      assert.equal(sha256Hex(original.bytes), one.originalSha256)
      assert.isTrue(original.bytes.equals(received[one.number - 1]!.bytes))
      const sealed = await api.get(`${path}/files/${one.number}/download`)
      assert.equal(sha256Hex(sealed.bytes), one.sealedSha256)
      const verified = await api.post('/api/v1/verify', { file: sealed.bytes.toString('base64') })
      assert.equal(verified.body.verdict, 'whole')
    }
    for (const number of ['0', '4', '01', 'x'])
      assert.containSubset((await api.get(`${path}/files/${number}/file`)).body.error, {
        code: 'file_not_found',
      })
    const archive = await api.get(`${path}/files/download`)
    assert.equal(archive.headers['content-type'], 'application/zip')
    assert.deepEqual(await namesIn(archive.bytes), [
      '00 Lease and annexes-certificate.pdf',
      '01 Lease-signed.pdf',
      '02 Rules-signed.pdf',
      '03 Lease-signed.pdf',
    ])
    const whole = await api.get(`${path}/download`)
    assert.equal(sha256Hex(whole.bytes), body.sealedSha256)
  })

  test('is one file, and says nothing of files, where the list has one', async ({ assert }) => {
    const made = await create({ files: list.slice(0, 1), signers: [{ name, email }] })
    assert.equal(made.status, 201, made.text)
    assert.notProperty(made.body, 'files')
    const only = await api.get(`${PATH}/${String(made.body.id)}/files/1/file`)
    assert.equal(sha256Hex(only.bytes), made.body.originalSha256)
  })

  test('is the same request only with the same files in the same order', async ({ assert }) => {
    const headers = { 'idempotency-key': 'packet-of-three' }
    const wanted = { title: 'Lease', signers: [{ name, email }], files: list }
    const first = await api.post(PATH, wanted, headers)
    const again = await api.post(PATH, wanted, headers)
    assert.equal(again.body.id, first.body.id)
    const other = await api.post(PATH, { ...wanted, files: list.toReversed() }, headers)
    assert.containSubset(other.body.error, { code: 'idempotency_key_reused' })
  })

  for (const [what, files, status, expected] of [
    ['no file', [], 422, { param: 'files', code: 'too_few' }],
    ['eleven files', 11, 422, { param: 'files', code: 'too_many' }],
    ['text', 'x', 422, { param: 'files', code: 'not_a_list' }],
    ['null', null, 422, { param: 'files', code: 'null' }],
    ['a file that is null', [null], 422, { param: 'files[0]', code: 'not_an_object' }],
    [
      'a file without content',
      [{ name: 'a' }],
      422,
      { param: 'files[0].file', code: 'not_base64' },
    ],
    ['a name that is no text', 'name', 422, { param: 'files[0].name', code: 'not_text' }],
  ] as const) {
    test(`makes nothing of ${what}`, async ({ assert }) => {
      const before = await documents()
      const sent =
        files === 11
          ? Array.from({ length: 11 }, () => list[1])
          : files === 'name'
            ? [{ ...list[1], name: 7 }]
            : files
      const answer = await create({ files: sent })
      assert.equal(answer.status, status, answer.text)
      assert.containSubset(answer.body.error, { code: 'validation_failed', param: expected.param })
      assert.containSubset(answer.body.error!.details, [expected])
      assert.equal(await documents(), before)
    })
  }

  test('makes nothing where one of the files cannot be used, and says which', async ({
    assert,
  }) => {
    const before = await documents()
    const damaged = { name: 'odd.pdf', file: Buffer.from('%PDF-1.7\nnothing').toString('base64') }
    const broken = await create({ files: [list[0], damaged, list[2]] })
    assert.containSubset(broken.body.error, { code: 'pdf_malformed' })
    assert.match(String(broken.body.error!.message), /^File 2: /)
    const nora = await ForeignSigner.named('Nora Notary')
    const signed = { name: 'deed.pdf', file: (await signedPdf([nora])).toString('base64') }
    const answer = await create({ files: [list[0], signed] })
    assert.containSubset(answer.body.error, { code: 'pdf_already_signed' })
    const both = await create({ file: list[0]!.file })
    assert.containSubset(both.body.error, { code: 'validation_failed' })
    const unknown = await create({ files: [{ ...list[0], page: 1 }] })
    assert.containSubset(unknown.body.error, { code: 'unknown_field' })
    assert.equal(await documents(), before)
  })

  test('makes nothing of files that are too large together', async ({ assert }) => {
    const before = await documents()
    const padding = Buffer.alloc(13 * 1024 * 1024, '%')
    const large = { file: Buffer.concat([Buffer.from(list[0]!.file, 'base64'), padding]) }
    const file = { file: large.file.toString('base64') }
    const answer = await create({ files: [file, file] })
    assert.equal(answer.status, 413, answer.text.slice(0, 300))
    assert.containSubset(answer.body.error, { code: 'file_too_large' })
    assert.equal(await documents(), before)
  })
})

async function namesIn(archive: Buffer): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'packet-'))
  try {
    await writeFile(join(folder, 'a.zip'), archive)
    await run('python3', ['-m', 'zipfile', '-e', join(folder, 'a.zip'), join(folder, 'out')])
    const names = (await readdir(join(folder, 'out'))).sort()
    for (const one of names) await readFile(join(folder, 'out', one))
    return names
  } finally {
    await rm(folder, { recursive: true })
  }
}
