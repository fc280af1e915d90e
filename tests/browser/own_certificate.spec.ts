import { test } from '@japa/runner'
import Document from '#app/documents/document'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { OutsideAuthority, P12_PASSWORD, pkcs12, WAYS } from '#tests/support/outside_authority'
import { SigningLink } from '#tests/support/signing_link'
import { SigningVisitor } from '#tests/support/signing_visitor'

const YEAR_MS = 365 * 86_400_000

const SCREENS = {
  phone: { viewport: PHONE, isMobile: true, hasTouch: true, colorScheme: 'dark' },
  desktop: { viewport: DESKTOP },
} as const

test.group('A signer’s own certificate in a browser', (group) => {
  let acme: Tenant
  let outside: OutsideAuthority

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Industries' })
    outside = await OutsideAuthority.make()
    return closeBrowser
  })

  for (const [kind, screen] of [
    ['P-256', 'phone'],
    ['rsa', 'desktop'],
  ] as const)
    test(`opens a file with a key of ${kind}, and signs with it (${screen})`, async ({
      assert,
    }) => {
      const certificate = await outside.issue(kind, { tenantName: 'Ana Buyer' })
      const file = (buffer: Buffer) => ({
        name: 'ana.p12',
        mimeType: 'application/x-pkcs12',
        buffer,
      })
      const signers = [{ ...ANA, certificate: 'required' as const }]
      const document = await inLive(acme, () => makeDocument({ signers }))
      const link = await SigningLink.of(acme, document)
      const ana = await SigningVisitor.arrive(link, SCREENS[screen])
      const bodies: string[] = []
      ana.page.on('request', (request) => bodies.push(request.postData() ?? ''))
      const own = ana.page.locator('own-certificate')
      try {
        await ana.agree()
        await ana.primary.click()
        await ana.type()
        await ana.primary.click()
        await own.getByText('Open your certificate first.').waitFor()
        await own.scrollIntoViewIfNeeded()
        assert.deepEqual(await ana.barriers(), [])
        assert.equal(await ana.overflow(), 0)
        await ana.shoot(`own-certificate-${screen}`)
        const choose = async (buffer: Buffer, password: string) => {
          await own.getByLabel('Certificate file').setInputFiles(file(buffer))
          await own.getByLabel('Password of the file').fill(password)
          await own.getByLabel('Password of the file').press('Enter')
        }
        await choose(await pkcs12(certificate, { way: WAYS.rc2 }), P12_PASSWORD)
        await own.getByText('This file cannot be used.').waitFor()
        const good = await pkcs12(certificate)
        await choose(good, 'another')
        await own.getByText('The password does not open the file.').waitFor()
        await choose(good, P12_PASSWORD)
        await own.getByText(/you also sign as .*CN=Ana Buyer document seal/).waitFor()
        assert.deepEqual(await ana.barriers(), [])
        assert.equal(await ana.overflow(), 0)
        await ana.shoot(`own-certificate-open-${screen}`)
        await ana.primary.click()
        await ana.isThanked()
        assert.deepEqual(ana.troubles, [])
      } finally {
        await ana.leave()
      }
      const [signer] = (await inLive(acme, () => Document.whole(document.id)))!.signers
      assert.include(signer!.certified!.subject, 'Ana Buyer')
      // neither the key nor the password was sent
      const whole = Buffer.from(certificate.privateKey).toString('base64')
      // in PKCS#8 the secret of an elliptic key comes first, and of RSA the public part
      const key = kind === 'rsa' ? whole.slice(-60, -8) : whole.slice(52, 84)
      assert.isFalse(bodies.some((body) => body.includes(P12_PASSWORD) || body.includes(key)))
    })

  test('that is refused, or not the right one, gives way to another or, where it is optional, to none', async ({
    assert,
  }) => {
    const at = new Date(Date.now() - 2 * YEAR_MS)
    const expired = await outside.issue('P-256', { at, until: new Date(Date.now() - YEAR_MS) })
    const good = await outside.issue('P-256', { tenantName: 'Ana Buyer' })
    const signers = [{ ...ANA, certificate: 'optional' as const }]
    const document = await inLive(acme, () => makeDocument({ signers }))
    const ana = await SigningVisitor.arrive(await SigningLink.of(acme, document), SCREENS.phone)
    const own = ana.page.locator('own-certificate')
    const file = own.getByLabel('Certificate file')
    const open = async (certificate: typeof good) => {
      const buffer = await pkcs12(certificate)
      await file.setInputFiles({ name: 'a.p12', mimeType: 'application/x-pkcs12', buffer })
      await own.getByLabel('Password of the file').fill(P12_PASSWORD)
      await own.getByLabel('Password of the file').press('Enter')
      await own.getByText(/you also sign as/).waitFor()
    }
    try {
      await ana.agree()
      await ana.primary.click()
      await ana.type()
      await open(expired)
      await ana.primary.click()
      await own.getByText(/is not valid today/).waitFor()
      assert.isTrue(await file.isVisible())
      assert.isFalse(await own.getByText(/you also sign as/).isVisible())
      assert.deepEqual(await ana.barriers(), [])
      assert.equal(await ana.overflow(), 0)
      await ana.shoot('own-certificate-refused')
      await open(good)
      assert.isFalse(
        await ana.page
          .getByText(/is not valid today/)
          .first()
          .isVisible()
      )
      await ana.shoot('own-certificate-open-optional')
      await own.getByRole('button', { name: 'Use another certificate' }).click()
      assert.isTrue(await ana.hasFocus('#own-file'))
      await open(good)
      assert.deepEqual(await ana.barriers(), [])
      await own.getByRole('button', { name: 'Do not use it' }).click()
      assert.isTrue(await file.isVisible())
      await ana.primary.click()
      await ana.isThanked()
      assert.deepEqual(
        ana.troubles.filter((trouble) => !/422/.test(trouble)),
        []
      )
    } finally {
      await ana.leave()
    }
    const [signer] = (await inLive(acme, () => Document.whole(document.id)))!.signers
    assert.isNull(signer!.certified)
  })

  test('is asked for in the form of a document, and lifted where a signer is corrected', async ({
    assert,
  }) => {
    const draft = await inLive(acme, () => makeDocument({ signers: [ANA] }, { send: false }))
    const olga = await DashboardWindow.of(acme, { viewport: PHONE })
    const { page } = olga
    await olga.go(`/documents/${draft.id}/edit`)
    await page.getByText('Language, message and codes').click()
    await page.getByLabel('Certificate of their own').selectOption('required')
    await olga.shoot('own-certificate-draft')
    assert.deepEqual(await olga.barriers(), [])
    assert.equal(await olga.overflow(), 0)
    await page.getByRole('button', { name: 'Save', exact: false }).first().click()
    await page.getByText('Has to sign with a certificate of their own').waitFor()
    await olga.shoot('own-certificate-document')
    // saving a draft makes its signers anew
    const [saved] = (await inLive(acme, () => Document.whole(draft.id)))!.signers
    await olga.go(`/documents/${draft.id}/signers/${saved!.id}/edit`)
    await page.getByLabel('Certificate of their own').selectOption('')
    assert.deepEqual(await olga.barriers(), [])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'))
    await page.getByText('Pending').first().waitFor()
    await page
      .getByText('Has to sign with a certificate of their own')
      .waitFor({ state: 'detached' })
    const [signer] = (await inLive(acme, () => Document.whole(draft.id)))!.signers
    assert.isNull(signer!.certificate)
  })
})
