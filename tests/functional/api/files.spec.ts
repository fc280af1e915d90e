import { test } from '@japa/runner'
import drive from '@adonisjs/drive/services/main'
import { sha256Hex } from '#app/foundation/opaque_token'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'

/** Signs by itself, as a person would. */
const ROBOT = { name: 'Robin Robot', email: 'signer@sandbox.test' }

test.group('API | files of a document', (group) => {
  let acme: Tenant
  let client: ApiClient
  let pdf: Buffer
  let id: string
  let path: string

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    client = await ApiClient.of(acme, 'test')
    pdf = Buffer.from(await makePdf())
    const made = await client.post('/api/v1/documents', {
      title: 'Kaufvertrag für „Müller“',
      file: pdf.toString('base64'),
      signers: [ROBOT],
    })
    id = String(made.body.id)
    path = `/api/v1/documents/${id}/download`
    await doWork(acme, 'sandbox.act', { environment: 'test', early: true })
    await doWork(acme, 'seal', { environment: 'test' })
  })

  const downloads = async () => {
    const trail = await client.get(`/api/v1/documents/${id}/audit?limit=100`)
    return (trail.body.data as Record<string, unknown>[]).filter(
      ({ action }) => action === 'document.downloaded'
    )
  }

  test('reports a stored file that is damaged or gone, and records no download of it', async ({
    assert,
  }) => {
    const { body } = await client.get(`/api/v1/documents/${id}`)
    const stored = `t/${acme.id}/test/${id}/sealed-${body.sealedSha256}`
    const whole = Buffer.from(await drive.use().getBytes(stored))
    const before = (await downloads()).length
    const swapped = Buffer.from(whole)
    swapped[swapped.length >> 1]! ^= 1
    for (const damage of [
      () => drive.use().put(stored, swapped),
      () => drive.use().put(stored, whole.subarray(0, 1_000)),
      () => drive.use().delete(stored),
    ]) {
      await damage()
      const answer = await client.get(path)
      assert.equal(answer.status, 500)
      assert.equal(answer.body.error?.code, 'file_damaged')
    }
    await drive.use().put(stored, whole)
    assert.equal((await client.get(path)).status, 200)
    assert.lengthOf(await downloads(), before + 1)
  })

  test('answers with the same certificate each time', async ({ assert }) => {
    const certificate = `/api/v1/documents/${id}/certificate`
    const [first, second] = [await client.get(certificate), await client.get(certificate)]
    assert.equal(first.status, 200)
    assert.equal(sha256Hex(first.bytes), sha256Hex(second.bytes))
  })

  test('hands out the sealed PDF once the document is completed', async ({ assert }) => {
    const shown = await client.get(`/api/v1/documents/${id}`)
    assert.containSubset(shown.body, { status: 'completed', progress: 100 })
    const before = (await downloads()).length
    const file = await client.get(path)
    assert.equal(file.status, 200, file.text.slice(0, 500))
    assert.equal(sha256Hex(file.bytes), shown.body.sealedSha256)
    assert.equal(file.headers['content-type'], 'application/pdf')
    assert.equal(file.headers['cache-control'], 'no-store')
    assert.match(
      String(file.headers['content-disposition']),
      /^attachment; filename="Kaufvertrag f_r _M_ller_-signed\.pdf"; filename\*=UTF-8''Kaufvertrag%20f%C3%BCr%20%E2%80%9EM%C3%BCller%E2%80%9C-signed\.pdf$/
    )
    const written = await downloads()
    assert.lengthOf(written, before + 1)
    assert.containSubset(written.at(-1), {
      details: { file: 'sealed' },
      actor: { via: client.keyId },
    })
  })

  test('hands out the bytes as they were received', async ({ assert }) => {
    const file = await client.get(`/api/documents/${id}/file`)
    assert.isTrue(file.bytes.equals(pdf))
    assert.containSubset((await downloads()).at(-1), { details: { file: 'original' } })
  })

  test('answers HEAD like GET, and records nothing', async ({ assert }) => {
    const before = (await downloads()).length
    const head = await client.ask({ method: 'HEAD', path })
    const get = await client.get(path)
    assert.equal(head.status, 200)
    assert.isEmpty(head.bytes)
    for (const name of ['content-length', 'content-type', 'content-disposition', 'etag']) {
      assert.equal(head.headers[name], get.headers[name], name)
    }
    assert.lengthOf(await downloads(), before + 1)
  })

  test('hands out ranges, of which only the first byte counts as a download', async ({
    assert,
  }) => {
    const whole = (await client.get(path)).bytes
    const before = (await downloads()).length
    const tail = await client.get(path, { range: 'bytes=10-' })
    assert.equal(tail.status, 206)
    assert.isTrue(tail.bytes.equals(whole.subarray(10)))
    assert.equal(tail.headers['content-range'], `bytes 10-${whole.length - 1}/${whole.length}`)
    const last = await client.get(path, { range: 'bytes=-16' })
    assert.isTrue(last.bytes.equals(whole.subarray(-16)))
    assert.lengthOf(await downloads(), before)
    const start = await client.get(path, { range: 'bytes=0-7' })
    assert.equal(start.text.slice(0, 5), '%PDF-')
    assert.lengthOf(start.bytes, 8)
    assert.lengthOf(await downloads(), before + 1)
  })

  test('answers 304 to a client that has these bytes, and does not count it as a download', async ({
    assert,
  }) => {
    const { headers } = await client.get(path)
    const before = (await downloads()).length
    for (const known of [String(headers.etag), `"x", W/${headers.etag}`]) {
      const again = await client.get(path, { 'if-none-match': known })
      assert.equal(again.status, 304)
      assert.isEmpty(again.bytes)
      assert.equal(again.headers.etag, headers.etag)
    }
    assert.lengthOf(await downloads(), before)
    assert.equal((await client.get(path, { 'if-none-match': '"x"' })).status, 200)
  })

  test('calls files by the title of the document, slash and all', async ({ assert }) => {
    const signers = [{ name: 'Ana', email: 'ana@example.test' }]
    const wanted = { title: 'Lease 12/2026', file: pdf.toString('base64'), signers, send: false }
    const made = await client.post('/api/v1/documents', wanted)
    const file = `/api/v1/documents/${made.body.id}/file`
    assert.include((await client.get(file)).headers['content-disposition'], '"Lease 12-2026.pdf"')
    const at = `/api/v1/documents/${made.body.id}`
    await client.ask({ method: 'PATCH', path: at, json: { title: 'Sale.pdf' } })
    assert.include((await client.get(file)).headers['content-disposition'], '"Sale.pdf"')
  })

  test('gives the whole for several ranges, an odd unit or another version', async ({ assert }) => {
    const whole = (await client.get(path)).bytes.length
    const odd: Record<string, string>[] = [
      { range: 'bytes=0-1,4-5' },
      { range: 'lines=1-2' },
      { 'range': 'bytes=0-1', 'if-range': '"another"' },
    ]
    for (const asked of odd) {
      const file = await client.get(path, asked)
      assert.equal(file.status, 200)
      assert.lengthOf(file.bytes, whole)
    }
  })

  test('answers a refused download in JSON', async ({ assert }) => {
    const pending = await client.post('/api/v1/documents', {
      title: 'Lease',
      file: pdf.toString('base64'),
      signers: [{ name: 'Ana', email: 'ana@example.test' }],
    })
    const answer = await client.get(`/api/v1/documents/${pending.body.id}/download`, {
      accept: 'application/pdf',
    })
    assert.equal(answer.status, 409)
    assert.containSubset(answer.body.error, { code: 'document_state_conflict' })
  })
})
