import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import Document from '#app/documents/document'
import { StoredFile } from '#app/documents/files/stored_file'
import CertificateRevocation from '#app/signing/seal/certificate_revocation'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { EvidenceFolder } from '#tests/support/evidence_folder'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'
import { StrangerWindow } from '#tests/support/stranger_window'

const ADDITION = Buffer.from('1 0 obj\n<<>>\nendobj\n')

/** On the heading, beside the place for files. */
const DROP = `(base64) => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([bytes], 'dropped.pdf'))
  const drop = { bubbles: true, cancelable: true, dataTransfer }
  document.querySelector('h1').dispatchEvent(new DragEvent('drop', drop))
}`

/** The first file is read once it is released. */
const HOLD_FIRST = `{
  const read = File.prototype.arrayBuffer
  const held = new Promise((resolve) => (window.release = resolve))
  File.prototype.arrayBuffer = async function () {
    if (this.name === 'slow.pdf') await held
    return read.call(this)
  }
}`

test.group('Offline verifier | in a browser', (group) => {
  let acme: Tenant
  let sealed: Buffer
  /** As the code on its certificate has it. */
  let code: string

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme, Realty & Co.' })
    ;({ sealed, code } = await sealedBy(acme))
    return () => closeBrowser()
  })

  async function sealedBy(tenant: Tenant): Promise<{ sealed: Buffer; code: string }> {
    const by = { type: 'user' as const, id: (await ownerOf(tenant)).id, name: 'Olga Owner' }
    const { id } = await inLive(tenant, () => makeDocument({ signers: [ANA], by }))
    await sign(tenant, id, ANA.email)
    await doWork(tenant, 'seal')
    return inLive(tenant, async () => {
      const document = (await Document.whole(id)) as Document
      const bytes = await (await StoredFile.sealed(document))!.read()
      return { sealed: bytes, code: `document=${id}&sha256=${document.canonicalSha256}` }
    })
  }

  const pdf = (buffer: Buffer) => ({ name: 'lease.pdf', mimeType: 'application/pdf', buffer })

  test('checks a file on the page of every host, by a script that comes when it is needed', async ({
    assert,
  }) => {
    const ana = await StrangerWindow.at(acme, { viewport: PHONE, colorScheme: 'dark' })
    const { page } = ana
    await ana.go('/verify')
    await ana.says('The file stays in your browser')
    assert.isFalse(await page.getByText('The file is read once').isVisible())
    assert.isFalse(await page.getByRole('button', { name: 'Check file' }).isVisible())
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
    await page.getByLabel('Choose a PDF or drop it here').setInputFiles(pdf(sealed))
    await ana.says('The document is whole')
    await ana.says('Sealed by Acme, Realty & Co.')
    await ana.says('That each step happened as it was recorded')
    const own = page.locator('.signing-people > li').filter({ hasText: ANA.email }).first()
    await own.locator('summary').click()
    await ana.says('Consent accepted')
    assert.lengthOf(asked, 2)
    const [list, checker] = asked.toSorted((a, b) => b.length - a.length)
    assert.match(list!, /^GET .*\/verify\/revoked\/[0-9a-f]{64}\.js$/)
    assert.match(checker!, /^GET .*\/built\/checker\.js$/)
    assert.deepEqual(await ana.barriers(), [])
    assert.equal(await ana.overflow(), 0)
    assert.deepEqual(ana.troubles, [])
    await ana.shoot('verify-phone')
  })

  test('takes a file that is dropped beside its place, and may send nothing anywhere', async ({
    assert,
  }) => {
    const ben = await StrangerWindow.at(acme, { viewport: DESKTOP })
    await ben.go(`/verify?${code}`)
    await ben.says('A document with this ID and this hash was signed and sealed here on')
    const altered = Buffer.concat([sealed, ADDITION]).toString('base64')
    await ben.page.evaluate(`(${DROP})('${altered}')`)
    await ben.says('The document was altered')
    await ben.says('Something was added to the file after it was sealed')
    const outcome = await ben.page.evaluate(() =>
      fetch('/verify').then(
        () => 'sent',
        () => 'refused'
      )
    )
    assert.equal(outcome, 'refused')
    assert.deepEqual(await ben.barriers(), [])
    await ben.shoot('verify-desktop')
  })

  test('says what the code on a certificate names, on a phone in the dark, and without scripts has files sent', async ({
    assert,
  }) => {
    const ana = await StrangerWindow.at(acme, { viewport: PHONE, colorScheme: 'dark' })
    await ana.go(`/verify?${code.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))}`)
    await ana.says('No document that ended here has both this ID and this hash')
    assert.deepEqual(await ana.barriers(), [])
    assert.equal(await ana.overflow(), 0)
    await ana.shoot('verify-code-phone')

    const plain = await StrangerWindow.at(acme, { viewport: PHONE, javaScriptEnabled: false })
    await plain.go('/verify')
    await plain.says('The file is read once')
    await plain.page.locator('input[type=file]').setInputFiles(pdf(sealed))
    await plain.page.getByRole('button', { name: 'Check file' }).click()
    await plain.says('The document is whole')
    await plain.says('That each step happened as it was recorded')
  })

  test('shows nothing of the file before beside one that cannot be read', async ({ assert }) => {
    const ana = await StrangerWindow.at(acme, { viewport: PHONE })
    await ana.go('/verify')
    const file = ana.page.getByLabel('Choose a PDF or drop it here')
    await file.setInputFiles(pdf(sealed))
    await ana.says('The document is whole')
    await ana.page.evaluate(
      `File.prototype.arrayBuffer = () => Promise.reject(new Error('It was moved'))`
    )
    await file.setInputFiles(pdf(sealed))
    await ana.says('This file could not be read. Choose it again')
    assert.isFalse(await ana.page.getByText('The document is whole').isVisible())
  })

  test('takes the same file once more, which may have been saved anew', async ({ assert }) => {
    const ana = await StrangerWindow.at(acme, { viewport: DESKTOP })
    await ana.go('/verify')
    const file = ana.page.getByLabel('Choose a PDF or drop it here')
    await file.setInputFiles(pdf(sealed))
    await ana.says('The document is whole')
    // a browser tells of no change where a file is chosen that is chosen already
    assert.equal(await ana.page.evaluate(`document.querySelector('[type=file]').files.length`), 0)
  })

  test('shows the file of two that was chosen last, whichever was read first', async ({
    assert,
  }) => {
    const ana = await StrangerWindow.at(acme, { viewport: DESKTOP })
    const { page } = ana
    await ana.go('/verify/offline')
    await page.evaluate(HOLD_FIRST)
    const file = page.locator('input[type=file]')
    await file.setInputFiles({ ...pdf(sealed), name: 'slow.pdf' })
    await file.setInputFiles({ ...pdf(sealed), name: 'quick.pdf' })
    await ana.says('quick.pdf')
    await page.evaluate('release()')
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))')
    assert.isTrue(await page.getByText('quick.pdf').isVisible())
    assert.isFalse(await page.getByText('slow.pdf').isVisible())
  })

  test('says so where the script does not come, and offers to send the file', async ({
    assert,
  }) => {
    const ana = await StrangerWindow.at(acme, { viewport: PHONE })
    for (const script of ['**/built/checker.js*', '**/verify/revoked/*']) {
      await ana.page.unrouteAll()
      await ana.page.route(script, (route) => route.abort())
      await ana.go('/verify')
      await ana.page.getByLabel('Choose a PDF or drop it here').setInputFiles(pdf(sealed))
      await ana.says('The checker could not be loaded, and the file was not read')
    }
    await ana.page.getByRole('button', { name: 'Check file' }).click()
    await ana.says('The document is whole')
    await ana.says(ANA.email)
    assert.equal(await ana.overflow(), 0)
    await ana.shoot('verify-sent-phone')
  })

  test('checks a file where it is, names who signed and every step, and sends nothing', async ({
    assert,
  }) => {
    const ana = await StrangerWindow.at(acme, { viewport: PHONE, colorScheme: 'dark' })
    const { page } = ana
    await ana.go('/verify')
    await ana.follow('Check files without a network')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByLabel('Choose a PDF or drop it here').setInputFiles(pdf(sealed))
    await ana.says('The document is whole')
    await ana.says('Sealed by Acme, Realty & Co.')
    await ana.says(ANA.name)
    await page.getByText('Every step').click()
    await page.locator('.signing-steps').getByText('Consent accepted').waitFor()
    assert.deepEqual(asked, [])
    assert.deepEqual(await ana.barriers(), [])
    assert.equal(await ana.overflow(), 0)
    await ana.shoot('offline-verifier-phone')
  })

  test('finds what was added, in the language of the reader', async ({ assert }) => {
    const ben = await StrangerWindow.at(acme, { viewport: DESKTOP, locale: 'de-DE' })
    await ben.go('/verify/offline')
    const altered = pdf(Buffer.concat([sealed, ADDITION]))
    await ben.page.locator('input[type=file]').setInputFiles(altered)
    await ben.says('Das Dokument wurde verändert')
    await ben.says('Wer unterschrieben hat')
    assert.deepEqual(await ben.barriers(), [])
    await ben.shoot('offline-verifier-altered')
    await ben.page.locator('select').selectOption('fr')
    await ben.says('Qui a signé')
  })

  test('says that a file cannot be read which is not there any more, and goes on', async ({
    assert,
  }) => {
    const file = join(await mkdtemp(join(tmpdir(), 'verifier-')), 'lease.pdf')
    await writeFile(file, sealed)
    const ben = await StrangerWindow.at(acme, { viewport: DESKTOP, locale: 'de-DE' })
    await ben.go('/verify/offline')
    await ben.page.evaluate(() => {
      File.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
    })
    await ben.page.locator('input[type=file]').setInputFiles(file)
    await ben.says('Diese Datei konnte nicht gelesen werden')
    await ben.page.locator('select').selectOption('fr')
    await ben.says('Impossible de lire ce fichier')
    assert.deepEqual(await ben.barriers(), [])
  })

  test('works from a disk, without a network', async ({ assert }) => {
    const { text } = await new Visitor(acme).get('/verify/offline')
    const file = join(await mkdtemp(join(tmpdir(), 'verifier-')), 'seal-verifier.html')
    await writeFile(file, text)
    const court = await StrangerWindow.at(acme, { viewport: DESKTOP, offline: true })
    await court.page.goto(pathToFileURL(file).href)
    await court.page.locator('input[type=file]').setInputFiles(pdf(sealed))
    await court.says('The document is whole')
    await court.says(ANA.email)
    assert.deepEqual(court.troubles, [])
    await court.shoot('offline-verifier-desktop')
  })

  test('comes with an evidence package, and checks each sealed file in it', async ({
    assert,
    cleanup,
  }) => {
    const olga = await Visitor.as(acme)
    const [documentId] = /doc_\w+/.exec(code)!
    const { bytes } = await olga.get(`/documents/${documentId}/evidence.zip`)
    const folder = await EvidenceFolder.of(bytes, cleanup)
    const court = await StrangerWindow.at(acme, { viewport: DESKTOP, offline: true })
    await court.page.goto(pathToFileURL(join(folder.path, 'seal-verifier.html')).href)
    for (const [name, says] of [
      ['sealed.pdf', 'The document is whole'],
      ['original.pdf', 'No seal'],
      ['certificate.pdf', 'The document is whole'],
    ] as const) {
      await court.page.locator('input[type=file]').setInputFiles(join(folder.path, name))
      await court.says(says)
    }
    assert.deepEqual(court.troubles, [])
  })

  test('knows what was revoked: the page of every host, and a file that is saved afterwards', async ({
    assert,
  }) => {
    const robbed = await makeTenant()
    const file = pdf((await sealedBy(robbed)).sealed)
    const { text } = await new Visitor(robbed).get('/verify/offline')
    const before = join(await mkdtemp(join(tmpdir(), 'verifier-')), 'seal-verifier.html')
    await writeFile(before, text)
    const since = new Date('2026-01-01T00:00:00Z')
    const asked = { environment: 'live', reason: 'key_compromise', since, actor: SYSTEM } as const
    await CertificateRevocation.revokeAll({ tenant: robbed.ref, ...asked })
    const ana = await StrangerWindow.at(robbed, { viewport: PHONE })
    for (const path of ['/verify', '/verify/offline']) {
      await ana.go(path)
      await ana.page.locator('input[type=file]').setInputFiles(file)
      await ana.says('The seal no longer counts')
    }
    await ana.shoot('verify-revoked-phone')
    await ana.page.goto(pathToFileURL(before).href)
    await ana.page.locator('input[type=file]').setInputFiles(file)
    await ana.says('The document is whole')
    assert.deepEqual(ana.troubles, [])
  })

  test('knows on a page that was loaded before what was revoked since', async ({ assert }) => {
    const robbed = await makeTenant()
    const file = pdf((await sealedBy(robbed)).sealed)
    const ana = await StrangerWindow.at(robbed, { viewport: PHONE })
    await ana.go('/verify')
    const since = new Date('2026-01-01T00:00:00Z')
    const asked = { environment: 'live', reason: 'key_compromise', since, actor: SYSTEM } as const
    await CertificateRevocation.revokeAll({ tenant: robbed.ref, ...asked })
    await ana.page.locator('input[type=file]').setInputFiles(file)
    await ana.says('The seal no longer counts')
    assert.isFalse(await ana.page.getByRole('button', { name: 'Check file' }).isVisible())
  })

  test('asks again for the script of its page while a release goes round', async ({ assert }) => {
    const ana = await StrangerWindow.at(acme, { viewport: PHONE })
    const asked: string[] = []
    await ana.page.route('**/built/checker.js*', (route) => {
      asked.push(route.request().url())
      return asked.length > 1
        ? route.continue()
        : route.fulfill({ contentType: 'text/javascript', body: 'export const of = "earlier"' })
    })
    await ana.go('/verify')
    await ana.page.getByLabel('Choose a PDF or drop it here').setInputFiles(pdf(sealed))
    await ana.says('The document is whole')
    assert.lengthOf(asked, 2)
  })

  test('may fetch, send and embed nothing, whatever it is made to run', async ({ assert }) => {
    const ana = await StrangerWindow.at(acme, { viewport: DESKTOP })
    await ana.go('/verify/offline')
    const outcome = await ana.page.evaluate(() =>
      fetch('/verify').then(
        () => 'sent',
        () => 'refused'
      )
    )
    assert.equal(outcome, 'refused')
  })
})
