import { test } from '@japa/runner'
import type Document from '#app/documents/document'
import type { DraftInput } from '#app/documents/drafts/draft_input'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP } from '#tests/support/chromium'
import { Visitor } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'

/** The red of what was declined, and a colour that has nothing in common with it. */
const BRANDS = ['#b3231b', '#175a4c']

/** Everything on a page whose colour says how something stands. */
const MEANING = [
  ...['.badge', '.timeline-mark', '.notice', '.notice .icon', '.outcome-mark'],
  ...['.progress-bar', '.sheet-signed', '.sheet-mark'],
].join()
const COLOURS = `[document, ...[...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument)].flatMap(
  (page) => [...page.querySelectorAll('${MEANING}')]
).map((one) => {
  const { color, backgroundColor, borderBlockStartColor } = getComputedStyle(one)
  const name = one.getAttribute('class') + ' ' + (one.dataset.status ?? one.dataset.tone)
  return [name, color, backgroundColor, borderBlockStartColor].join(' ')
})`
const FOCUS = `getComputedStyle(document.activeElement).outlineColor`

test.group('States | colours', (group) => {
  let tenants: Tenant[]

  group.setup(async () => {
    tenants = await Promise.all(BRANDS.map(() => makeTenant({ plan: 'pro', name: 'Acme' })))
    return () => closeBrowser()
  })

  /** Pages with every kind of state, under this brand. */
  async function pagesOf(tenant: Tenant, color: string): Promise<string[]> {
    const olga = await Visitor.as(tenant)
    await olga.post('/settings/brand', { name: 'Acme', color })
    const make = (title: string, more: Partial<DraftInput> = {}): Promise<Document> =>
      CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
        makeDocument({ title, ...more })
      )
    const progress = await make('In progress')
    await sign(tenant, progress.id, ANA.email)
    const completed = await make('Completed', { signers: [ANA] })
    await sign(tenant, completed.id, ANA.email)
    await doWork(tenant, 'seal')
    return [
      ...['/documents', `/documents/${progress.id}`, `/documents/${completed.id}`],
      ...['/settings/domains', '/settings/brand'],
    ]
  }

  async function showCertificate({ page }: DashboardWindow): Promise<void> {
    await page.getByRole('button', { name: 'Certificate' }).click()
    await page
      .frameLocator('.brand-frame iframe:not([data-coming])')
      .getByText('Sealed by Acme')
      .waitFor()
  }

  test('mean the same whatever a tenant chooses as its brand', async ({ assert }) => {
    const seen = await Promise.all(
      tenants.map(async (tenant, index) => {
        const window = await DashboardWindow.of(tenant, { viewport: DESKTOP })
        const colours: unknown[] = []
        for (const path of await pagesOf(tenant, BRANDS[index])) {
          await window.go(path)
          if (path === '/settings/brand') await showCertificate(window)
          colours.push([path.replace(/doc_\w+/, ':id'), await window.page.evaluate(COLOURS)])
          assert.deepEqual(await window.barriers(), [], `${BRANDS[index]} ${path}`)
          await window.shoot(`states-${index}-${colours.length}`)
        }
        await window.page.getByLabel('Name', { exact: true }).focus()
        colours.push(['focus', await window.page.evaluate(FOCUS)])
        await window.close()
        return colours
      })
    )
    assert.match(JSON.stringify(seen[0]), /in_progress.*timeline-mark.*progress-bar.*sheet-mark/)
    assert.deepEqual(seen[0], seen[1])
  })
})
