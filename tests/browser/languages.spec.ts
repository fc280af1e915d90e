import { test } from '@japa/runner'
import { ALL_LANGUAGES, LOCALES } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, PHONE } from '#tests/support/chromium'
import { SigningLink } from '#tests/support/signing_link'
import { SigningVisitor } from '#tests/support/signing_visitor'

const FIELDS = (['signature', 'date', 'text', 'checkbox'] as const).map((type, at) => ({
  ...{ type, page: 1, x: 60, y: 150 + at * 60 },
  ...(type === 'checkbox' ? { width: 16, height: 16 } : { width: 180, height: 40 }),
}))

test.group('Signing pages on a telephone, in each language', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Industries' })
    return () => closeBrowser()
  })

  for (const language of ALL_LANGUAGES)
    test(`fit the screen and bar nobody in ${language}`, async ({ assert }) => {
      const { t } = Phrasebook.in(language)
      const document = await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
        makeDocument({ signers: [{ ...ANA, fields: FIELDS }, BEN] })
      )
      const link = await SigningLink.of(acme, document)
      const ana = await SigningVisitor.arrive(link, {
        ...{ viewport: PHONE, isMobile: true, hasTouch: true },
        ...{ locale: LOCALES[language], timezoneId: 'Asia/Tokyo' },
      })
      const { page } = ana
      const looksRight = async (step: string) => {
        await ana.shoot(`language-${language}-${step}`)
        assert.equal(await ana.overflow(), 0, step)
        assert.deepEqual(await ana.barriers(), [], step)
      }
      await page.getByText(t('consent_page.before')).waitFor()
      await looksRight('consent')
      await page.getByRole('checkbox', { name: t('consent.statement') }).check()
      await page.getByRole('button', { name: t('consent_page.go_on') }).click()
      await ana.readsFirstPage()
      await looksRight('document')
      await ana.field('signature').click()
      await ana.dialog.waitFor()
      await looksRight('signature')
      await page.goto(`${page.url()}/decline`)
      await page.getByLabel(t('decline.why')).waitFor()
      await looksRight('decline')
      assert.deepEqual(ana.troubles, [])
      await ana.leave()
    })
})
