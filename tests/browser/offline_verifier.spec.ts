import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { StoredFile } from '#app/documents/files/stored_file'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'
import { StrangerWindow } from '#tests/support/stranger_window'

const ADDITION = Buffer.from('1 0 obj\n<<>>\nendobj\n')

test.group('Offline verifier | in a browser', (group) => {
  let acme: Tenant
  let sealed: Buffer

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme, Realty & Co.' })
    const by = { type: 'user' as const, id: (await ownerOf(acme)).id, name: 'Olga Owner' }
    const { id } = await inLive(acme, () => makeDocument({ signers: [ANA], by }))
    await sign(acme, id, ANA.email)
    await doWork(acme, 'seal')
    sealed = await inLive(acme, async () => {
      const document = (await Document.whole(id)) as Document
      return (await StoredFile.sealed(document))!.read()
    })
    return () => closeBrowser()
  })

  const pdf = (buffer: Buffer) => ({ name: 'lease.pdf', mimeType: 'application/pdf', buffer })

  test('checks a file where it is, names who signed and every step, and sends nothing', async ({
    assert,
  }) => {
    const ana = await StrangerWindow.at(acme, { viewport: PHONE, colorScheme: 'dark' })
    const { page } = ana
    await ana.go('/verify')
    await ana.follow('Check the file without sending it to us')
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
