import { test } from '@japa/runner'
import { Draft } from '#app/documents/drafts/draft'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import type Tenant from '#app/tenants/tenant'
import { ForeignSigner } from '#tests/domain/sealing/foreign_signer'
import { signedPdf } from '#tests/domain/sealing/signed_pdf'
import { ANA, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'

const WAYS = {
  desktop: { viewport: DESKTOP },
  phone: { viewport: PHONE, isMobile: true, hasTouch: true, colorScheme: 'dark' },
} as const

test.group('Browser | a PDF that was signed before', (group) => {
  let acme: Tenant
  let file: Buffer

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Realty' })
    file = await signedPdf([
      await ForeignSigner.named('Nora Notary'),
      await ForeignSigner.named('Piet Partner'),
    ])
    return () => closeBrowser()
  })

  const make = async (send: boolean) => {
    const upload = await AcceptedPdf.accept(file, 'deed.pdf')
    const input = { title: 'Deed of sale', signers: [ANA], by: OLGA }
    return inLive(acme, () => Draft.create(input, upload, { send }))
  }

  for (const [way, options] of Object.entries(WAYS))
    test(`says so on its page, in its preview and in the verifier, at a ${way}`, async ({
      assert,
    }) => {
      const olga = await DashboardWindow.of(acme, options)
      const { page } = olga
      const look = async (name: string) => {
        await olga.shoot(`signed_before_${name}_${way}`)
        assert.deepEqual(await olga.barriers(), [])
        assert.equal(await olga.overflow(), 0)
      }
      const draft = await make(false)
      await olga.go(`/documents/${draft.id}/preview`)
      await page.getByText('bears 2 signatures already').waitFor()
      await look('preview')

      const { id } = await make(true)
      await sign(acme, id, ANA.email)
      await doWork(acme, 'seal')
      await olga.go(`/documents/${id}`)
      await page.getByText('bears 2 signatures already').waitFor()
      await page.getByText('Piet Partner').waitFor()
      await look('page')
      await olga.go(`/documents/${id}/seal`)
      await page.getByRole('heading', { name: 'Signed before it was sealed' }).waitFor()
      await look('seal')
    })
})
