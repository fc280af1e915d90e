import { Readable } from 'node:stream'
import { PDFDocument, PDFName, PDFString } from 'pdf-lib'
import sharp from 'sharp'
import server from '@adonisjs/core/services/server'
import drive from '@adonisjs/drive/services/main'
import redis from '@adonisjs/redis/services/main'
import { test } from '@japa/runner'
import { AuditVerification } from '#app/audit/audit_verification'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { clock } from '#app/foundation/clock'
import { sha256Hex } from '#app/foundation/opaque_token'
import { orphanedFiles } from '#app/portability/orphaned_files'
import { StoredFiles } from '#app/portability/stored_files'
import { EvidencePackage } from '#app/signing/evidence_package/evidence_package'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { SigningLink } from '#tests/support/signing_link'
import { until } from '#tests/support/until'

const DAY_MS = 86_400_000
const place = (y: number) => ({ page: 1, x: 60, y, width: 170, height: 22 })
const PASSPORT = { type: 'attachment', ...place(300), options: { label: 'Passport' } } as const
const EXTRA = { type: 'attachment', ...place(330), options: { required: false } } as const
const SIGNERS = [{ ...ANA, fields: [...ANA.fields!, PASSPORT, EXTRA] }, BEN]

/** What a phone makes: lying on its side, with the place where it was taken, and something behind its end. */
async function photograph(): Promise<Buffer> {
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#a06030' } })
  const exif = { IFD0: { Copyright: 'CANARY' } }
  const jpeg = await picture.jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer()
  return Buffer.concat([jpeg, Buffer.from('TRAILER CANARY')])
}

async function scripted(): Promise<Buffer> {
  const pdf = await PDFDocument.load(await makePdf())
  const action = pdf.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') })
  pdf.catalog.set(PDFName.of('OpenAction'), action)
  return Buffer.from(await pdf.save())
}

test.group('Signing link | attachments', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business', withSandbox: true })
  })
  group.each.teardown(() => clock.restore())

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const whole = async (id: string) => (await live(() => Document.whole(id)))!
  const send = (
    link: SigningLink,
    field: string,
    body: Buffer | Readable,
    name = 'Passport.jpg',
    signal?: AbortSignal
  ) =>
    link.ask({
      ...{ method: 'POST', path: `/attachments/${field}`, body, signal },
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/octet-stream',
        'x-file-name': encodeURIComponent(name),
      },
    })
  /** How many files have begun to arrive. */
  const begunBy = async ({ signerId }: SigningLink) =>
    Number(await redis.get(`signer_uploads:${signerId}`))
  /** The files that lie there, of whatever field. */
  const keptOf = async ({ id }: Document) => {
    const names = await Array.fromAsync(new StoredFiles(acme.id).names())
    return names
      .filter((name) => name.includes(id))
      .flatMap((name) => /attachment-\w+$/.exec(name) ?? [])
  }
  const codeOf = ({ body }: Answer) => {
    const [fault] = (body.error?.details ?? [body.error]) as { code: string }[]
    return fault.code
  }

  async function begun(signers = SIGNERS) {
    const document = await live(() => makeDocument({ signers }))
    const link = await SigningLink.of(acme, document)
    await link.consent()
    const [passport, extra] = document.fields.filter(({ type }) => type === 'attachment')
    return { document, link, passport: passport.id, extra: extra.id }
  }

  test('are kept in a form that only shows, and are handed in with the signature', async ({
    assert,
  }) => {
    const { document, link, passport, extra } = await begun()
    const jpeg = await photograph()
    const first = await send(link, passport, jpeg, 'C:\\pictures\\Pass\u202eport\ue123.JPEG')
    assert.equal(first.status, 200)
    assert.equal(first.body.name, 'Passport_.jpg')
    const second = await send(link, extra, await scripted(), 'terms.exe')
    assert.equal(second.body.name, 'terms.exe.pdf')
    const page = await link.get()
    assert.include(page.text, `data-url="${link.path}/attachments/${passport}"`)
    const values = { [passport]: `${first.body.key}/Passport.jpg`, [extra]: `${second.body.key}/x` }
    const { status } = await link.finish(values)
    assert.equal(status, 200)

    const owner = await Visitor.as(acme, 'owner')
    const shown = await owner.get(`/documents/${document.id}`)
    assert.include(shown.text, 'Passport_.jpg')
    const kept = await owner.get(`/documents/${document.id}/attachments/${passport}`)
    assert.equal(kept.headers['content-type'], 'image/jpeg')
    assert.match(String(kept.headers['content-disposition']), /^attachment; .*Passport_\.jpg/)
    assert.notInclude(kept.bytes.toString('latin1'), 'CANARY')
    const { width, height } = await sharp(kept.bytes).metadata()
    assert.deepEqual([width, height], [40, 60], 'upright')

    const api = await ApiClient.of(acme, 'live', { scopes: ['documents:read', 'values:read'] })
    const terms = await api.get(`/api/v1/documents/${document.id}/attachments/${extra}`)
    assert.equal(terms.status, 200)
    assert.notInclude(terms.bytes.toString('latin1'), 'JavaScript')
    const fields = (await api.get(`/api/v1/documents/${document.id}`)).body.signers as {
      fields: { value: unknown }[]
    }[]
    assert.deepEqual(
      fields[0].fields.map(({ value }) => value),
      [null, 'Passport_.jpg', 'terms.exe.pdf']
    )
    const blind = await ApiClient.of(acme, 'live', { scopes: ['documents:read'] })
    const refused = await blind.get(`/api/v1/documents/${document.id}/attachments/${extra}`)
    assert.equal(refused.status, 403)

    const entries = await live(() => AuditTrail.read(document.id))
    const entry = entries.find(({ body: { details } }) => details.fieldId === passport)!
    assert.equal(entry.personal.fileName, 'Passport_.jpg')
    assert.containsSubset(entry.body.details, {
      ...{ fileSha256: sha256Hex(kept.bytes), receivedSha256: sha256Hex(jpeg) },
      ...{ bytes: kept.bytes.length, mediaType: 'image/jpeg' },
    })
    assert.include(shown.text, sha256Hex(kept.bytes))
    const downloads = (await live(() => AuditTrail.read(document.id))).filter(
      ({ action }) => action === 'document.downloaded'
    )
    assert.deepEqual(
      downloads.map(({ body }) => body.details.file),
      ['attachment', 'attachment']
    )
  })

  test('are in the evidence package and named by the certificate; an erasure takes them', async ({
    assert,
  }) => {
    const { document, link, passport, extra } = await begun([SIGNERS[0]])
    const { body } = await send(link, passport, await photograph())
    await send(link, extra, Buffer.from(await makePdf()), 'left.pdf')
    assert.equal((await link.finish({ [passport]: body.key })).status, 200)
    await doWork(acme, 'seal')
    const scope = { tenant: acme.ref, environment: 'live' } as const
    const packageFor = (mayReadValues: boolean) =>
      live(async () => {
        const found = (await Document.whole(document.id))!
        const evidence = await EvidencePackage.of(found, { mayReadValues })
        const parts = await Array.fromAsync(evidence.entries(scope))
        const [{ bytes }] = parts.filter(({ name }) => name === 'README.txt')
        const names = parts.map(({ name }) => name).filter((name) => name.includes('attachments/'))
        return { names, readme: String(bytes), downloads: evidence.downloads }
      })
    const all = await packageFor(true)
    assert.deepEqual(all.names, ['attachments/01 Passport.jpg'], 'not what was not handed in')
    assert.include(all.readme, 'attachments           the files that signers handed in')
    const withoutValues = await packageFor(false)
    assert.deepEqual(withoutValues.names, [])
    assert.notInclude(withoutValues.downloads, 'attachment')
    assert.include(withoutValues.readme, 'The files that signers handed in are not in here')
    const { findings } = await new AuditVerification(acme.ref, 'live').ofDocument(document.id)
    assert.deepEqual(findings, [])

    const stored = new StoredFiles(acme.id)
    const kept = async () =>
      (await Array.fromAsync(stored.names())).filter(
        (name) => name.includes(document.id) && name.includes('attachment-')
      )
    assert.lengthOf(await kept(), 2)
    clock.travel(2 * DAY_MS)
    const lost = (await Array.fromAsync(orphanedFiles(acme))).filter((name) =>
      name.includes(document.id)
    )
    assert.lengthOf(lost, 1, 'what was left empty after all')
    await live(async () => (await whole(document.id)).erase({ by: OLGA, reason: 'request' }))
    await doWork(acme, 'documents.remove_files')
    assert.deepEqual(await kept(), [])
    const owner = await Visitor.as(acme, 'owner')
    const gone = await owner.get(`/documents/${document.id}/attachments/${passport}`)
    assert.equal(gone.status, 404)
  })

  test('that were given up do not take the place of newer ones, whichever is there first', async ({
    assert,
  }) => {
    const { document, link, passport } = await begun()
    const picture = await photograph()
    /** A file whose second half comes when it is told to. */
    const slow = async () => {
      const rest = Promise.withResolvers<void>()
      const halves = async function* () {
        yield picture.subarray(0, 100)
        await rest.promise
        yield picture.subarray(100)
      }
      const before = await begunBy(link)
      const answer = send(link, passport, Readable.from(halves()), 'Old.jpg')
      await until(async () => (await begunBy(link)) > before)
      return { answer, go: rest.resolve }
    }
    const older = await slow()
    const newer = await send(link, passport, picture, 'New.jpg')
    older.go()
    const late = await older.answer
    assert.deepEqual([late.status, late.body.error?.code], [409, 'upload_superseded'])
    assert.deepEqual(await keptOf(document), [`attachment-${newer.body.key}`])

    const [first, second] = [await slow(), await slow()]
    first.go()
    assert.equal((await first.answer).status, 200)
    second.go()
    const last = await second.answer
    assert.equal(last.status, 200)
    assert.equal((await link.finish({ [passport]: last.body.key })).status, 200)
  })

  test('that are cancelled once they are all out leave the earlier one', async ({
    assert,
    cleanup,
  }) => {
    const { document, link, passport } = await begun()
    const earlier = await send(link, passport, await photograph())
    const disk = drive.use()
    const { put } = disk
    cleanup(() => void (disk.put = put))
    const [arrived, gone, seen] = [0, 1, 2].map(() => Promise.withResolvers<void>())
    server.getNodeServer()!.once('request', (_, answer) => answer.once('close', seen.resolve))
    disk.put = async (...given) => {
      disk.put = put
      arrived.resolve()
      await seen.promise
      await put.apply(disk, given)
      gone.resolve()
    }
    const cancel = new AbortController()
    const sending = send(link, passport, await photograph(), 'Cancelled.jpg', cancel.signal)
    await arrived.promise
    cancel.abort()
    await assert.rejects(() => sending, /abort/)
    await gone.promise
    await until(async () => (await keptOf(document)).length === 1)
    assert.deepEqual(await keptOf(document), [`attachment-${earlier.body.key}`])
    assert.equal((await link.finish({ [passport]: earlier.body.key })).status, 200)
  })

  test('are refused when they are not what is taken', async ({ assert }) => {
    const { link, passport } = await begun()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const png = await sharp(await photograph())
      .png()
      .toBuffer()
    const cases: [string, Buffer, string][] = [
      ['a drawing that could act', svg, 'attachment_kind'],
      ['a page', Buffer.from('<!doctype html><script>1</script>'), 'attachment_kind'],
      ['nothing', Buffer.alloc(0), 'attachment_unreadable'],
      ['half a picture', png.subarray(0, 60), 'attachment_unreadable'],
      ['no more than the head of a PDF', Buffer.from('%PDF-1.7\n'), 'attachment_unreadable'],
      ['too much', Buffer.alloc(10 * 1024 * 1024 + 1), 'attachment_too_large'],
    ]
    for (const [what, bytes, code] of cases) {
      const answer = await send(link, passport, bytes)
      assert.equal(answer.status, 422, what)
      assert.equal(codeOf(answer), code, what)
    }
  })

  test('are the signer’s own, at their own field, by their own link', async ({ assert }) => {
    const { document, link, passport, extra } = await begun()
    const ben = await SigningLink.of(acme, document, { at: 1 })
    const picture = await photograph()
    assert.equal((await send(ben, passport, picture)).status, 409, 'who has not agreed')
    await ben.consent()
    assert.equal(codeOf(await send(ben, passport, picture)), 'unknown_field')
    const signature = document.fields.find(({ type }) => type === 'signature')!.id
    assert.equal(codeOf(await send(link, signature, picture)), 'unknown_field')
    const { key } = (await send(link, passport, picture)).body as { key: string }
    const forged = { key, name: 'x.pdf', type: 'application/pdf', bytes: 1, sha256: '', more: '' }
    const values = [JSON.stringify(forged), 'gone', '0'.repeat(32), '{', true]
    for (const value of values) {
      const answer = await link.finish({ [passport]: value })
      assert.equal(codeOf(answer), 'upload_gone', String(value))
    }
    assert.equal(codeOf(await link.finish({ [passport]: key, [extra]: key })), 'upload_gone')
    const again = (await send(link, passport, picture)).body as { key: string }
    assert.equal(codeOf(await link.finish({ [passport]: key })), 'upload_gone', 'the one before')
    await live(async () =>
      (await whole(document.id)).correct(link.signerId, { email: 'new@example.test' }, OLGA)
    )
    const fresh = await SigningLink.of(acme, await whole(document.id))
    await fresh.consent()
    assert.equal(codeOf(await fresh.finish({ [passport]: again.key })), 'upload_gone')
    assert.equal((await send(link, passport, picture)).status, 404, 'the link is dead')
    assert.equal(codeOf(await fresh.finish({})), 'required')
  })

  test('are handed in by the signers of the sandbox, and twenty are the most', async ({
    assert,
  }) => {
    const scope = { tenant: acme.ref, environment: 'test' } as const
    const fields = [PASSPORT, ...ANA.fields!]
    const signer = { name: 'Sandra', email: 'signer@sandbox.test', fields }
    const { id } = await CurrentTenant.run(scope, () => makeDocument({ signers: [signer] }))
    await doWork(acme, 'sandbox.act', { environment: 'test', early: true })
    const document = (await CurrentTenant.run(scope, () => Document.whole(id)))!
    assert.isTrue(document.fields[0].isHandedIn)
    const many = Array.from({ length: 21 }, () => PASSPORT)
    await assert.rejects(
      () => live(() => makeDocument({ signers: [{ ...ANA, fields: many }] })),
      /at most 20 files/
    )
  })
})
