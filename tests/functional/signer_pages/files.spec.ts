import sharp from 'sharp'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { SigningLink } from '#tests/support/signing_link'

test.group('Signing link | files', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant()
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const documentOf = async ({ documentId }: SigningLink) =>
    (await live(() => Document.whole(documentId)))!
  const downloads = async ({ documentId }: SigningLink) =>
    (await live(() => AuditTrail.read(documentId))).filter(
      ({ action }) => action === 'document.downloaded'
    )

  async function reading(): Promise<SigningLink> {
    const link = await SigningLink.of(acme, await live(() => makeDocument()))
    await link.consent()
    return link
  }

  async function completed(): Promise<SigningLink[]> {
    const document = await live(() => makeDocument())
    const links = [
      await SigningLink.of(acme, document),
      await SigningLink.of(acme, document, { at: 1 }),
    ]
    for (const link of links) {
      await link.consent()
      await link.finish()
    }
    await doWork(acme, 'seal')
    return links
  }

  test('gives the signer the very bytes whose hash is on record, and leaves no entry', async ({
    assert,
  }) => {
    const link = await reading()
    const { canonicalSha256, chainSequence } = await documentOf(link)
    const answer = await link.get('/file')
    assert.equal(answer.status, 200)
    assert.equal(sha256Hex(answer.bytes), canonicalSha256)
    assert.equal(answer.headers['content-type'], 'application/pdf')
    assert.equal(answer.headers.etag, `"${canonicalSha256}"`)
    assert.equal(answer.headers['accept-ranges'], 'bytes')
    assert.match(
      String(answer.headers['content-disposition']),
      /^inline; filename="Contract of sale.pdf"/
    )
    assert.equal((await documentOf(link)).chainSequence, chainSequence)
  })

  test('gives a copy to keep before the end, and records it', async ({ assert }) => {
    const link = await SigningLink.of(acme, await live(() => makeDocument()))
    assert.equal((await link.get('/copy')).status, 409, 'not before they have agreed')
    await link.consent()
    const page = await link.get()
    assert.include(page.text, `href="${link.path}/copy" download`)
    const { status, bytes, headers } = await link.get('/copy')
    assert.equal(status, 200)
    assert.equal(sha256Hex(bytes), (await documentOf(link)).canonicalSha256)
    assert.match(String(headers['content-disposition']), /^attachment; filename="Contract of sale/)
    const [entry, ...others] = await downloads(link)
    assert.lengthOf(others, 0)
    assert.deepEqual(entry.body.details, { file: 'canonical' })
    assert.equal(entry.body.actor.id, link.signerId)
  })

  test('gives ranges of it', async ({ assert }) => {
    const link = await reading()
    const { bytes } = await link.get('/file')
    const ask = (range: string, more = {}) => link.get('/file', { range, ...more })

    const middle = await ask('bytes=100-199')
    assert.equal(middle.status, 206)
    assert.equal(middle.headers['content-range'], `bytes 100-199/${bytes.length}`)
    assert.deepEqual(middle.bytes, bytes.subarray(100, 200))
    assert.deepEqual((await ask('bytes=-50')).bytes, bytes.subarray(-50))
    assert.deepEqual((await ask(`bytes=100-${bytes.length * 2}`)).bytes, bytes.subarray(100))
    assert.equal((await ask(`bytes=${bytes.length}-`)).status, 416)
    assert.equal((await ask('bytes=0-1', { 'if-range': '"other"' })).status, 200)
    const { etag } = (await link.get('/file')).headers
    assert.equal((await ask('bytes=0-1', { 'if-range': String(etag) })).status, 206)
    for (const odd of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=-', 'bytes=a-b'])
      assert.equal((await ask(odd)).status, 200, odd)
  })

  test('reports the length on HEAD and sends nothing', async ({ assert }) => {
    const link = await reading()
    const { headers, bytes } = await link.ask({ method: 'HEAD', path: '/file' })
    assert.lengthOf(bytes, 0)
    assert.equal(headers['content-length'], String((await link.get('/file')).bytes.length))
  })

  test('gives each page as a picture, drawn once for all signers', async ({ assert }) => {
    const document = await live(() => makeDocument())
    const [ana, ben] = [
      await SigningLink.of(acme, document),
      await SigningLink.of(acme, document, { at: 1 }),
    ]
    await ana.consent()
    await ben.consent()
    const [picture, same] = await Promise.all([ana.get('/pages/1'), ana.get('/pages/1')])
    assert.equal(picture.status, 200)
    assert.equal(picture.headers['content-type'], 'image/webp')
    assert.equal(picture.headers['cache-control'], 'no-store')
    assert.deepEqual(same.bytes, picture.bytes)
    const { width, format } = await sharp(picture.bytes).metadata()
    assert.deepEqual({ width, format }, { width: 1080, format: 'webp' })
    const { chainSequence } = await documentOf(ana)
    assert.equal(chainSequence, document.chainSequence + 2) // two consents, and nothing of pictures

    const file = `t/${acme.id}/live/${document.id}/page-1`
    const kept = await drive.use().getBytes(file)
    assert.notInclude(Buffer.from(kept).toString('latin1'), 'WEBP')
    assert.deepEqual((await ben.get('/pages/1')).bytes, picture.bytes)
    assert.deepEqual(await drive.use().getBytes(file), kept)
  })

  test('draws a picture again that does not open', async ({ assert }) => {
    const link = await reading()
    const { bytes } = await link.get('/pages/1')
    const file = `t/${acme.id}/live/${link.documentId}/page-1`
    await drive.use().put(file, Buffer.alloc(500, 7))
    const again = await link.get('/pages/1')
    assert.equal(again.status, 200)
    assert.deepEqual(again.bytes, bytes)
  })

  test('knows no page that the document does not have', async ({ assert }) => {
    const link = await reading()
    const { pageCount } = await documentOf(link)
    for (const page of [String(pageCount + 1), '9999', '0', '01', '-1', '1.5', 'x', '99999'])
      assert.equal((await link.get(`/pages/${page}`)).status, 404, page)
  })

  test('shows no page before its signer has agreed, and none of a document that has ended', async ({
    assert,
  }) => {
    const link = await SigningLink.of(acme, await live(() => makeDocument()))
    for (const path of ['/file', '/pages/1']) {
      const { status, bytes } = await link.get(path)
      assert.equal(status, 409, path)
      assert.notInclude(bytes.toString('latin1'), 'WEBP')
    }
    const [ended] = await completed()
    assert.equal((await ended.get('/pages/1')).status, 409)
  })

  test('has nothing to download before everyone has signed', async ({ assert }) => {
    const link = await reading()
    const early = await link.get('/download')
    await link.finish()
    for (const answer of [early, await link.get('/download')]) {
      assert.equal(answer.status, 409)
      assert.notInclude(answer.text, '%PDF')
    }
    assert.lengthOf(await downloads(link), 0)
  })

  test('gives each signer the sealed file, with one entry for each answer that begins it', async ({
    assert,
  }) => {
    const [ana, ben] = await completed()
    const { sealedSha256, sealedBytes } = await documentOf(ana)
    const whole = await ana.get('/download')
    assert.equal(whole.status, 200)
    assert.equal(sha256Hex(whole.bytes), sealedSha256)
    assert.equal(whole.headers['content-length'], String(sealedBytes))
    assert.match(
      String(whole.headers['content-disposition']),
      /^attachment; filename="Contract of sale-signed.pdf"/
    )
    await ben.get('/download', { range: 'bytes=0-9' })
    await ben.get('/download', { range: 'bytes=10-19' })
    await ben.get('/download', { range: `bytes=${sealedBytes}-` })
    const head = await ana.ask({ method: 'HEAD', path: '/download' })
    assert.equal(head.headers['content-length'], String(sealedBytes))

    const entries = await downloads(ana)
    assert.deepEqual(
      entries.map(({ body }) => [body.actor.type, body.actor.id, body.details.file]),
      [
        ['signer', ana.signerId, 'sealed'],
        ['signer', ben.signerId, 'sealed'],
      ]
    )
  })

  test('offers it on the page, and no longer the document that was read', async ({ assert }) => {
    const [link] = await completed()
    const { text } = await link.get()
    assert.include(text, 'Everyone has signed')
    assert.include(text, `href="${link.path}/download"`)
    assert.deepEqual((await link.get('/status')).body, { phase: 'completed' })
    assert.equal((await link.get('/file')).status, 409)
  })
})
