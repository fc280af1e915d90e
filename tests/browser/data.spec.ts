import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { RetentionRule } from '#app/portability/retention_rule'
import type Tenant from '#app/tenants/tenant'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'

const WINDOWS = [
  ['phone', PHONE, 'dark'],
  ['desktop', DESKTOP, 'light'],
] as const

async function makeVoided(tenant: Tenant, title: string): Promise<string> {
  return inLive(tenant, async () => {
    const { id } = await makeDocument({ title })
    await (await Document.findOrFail(id)).void({ by: OLGA, reason: 'A mistake' })
    return id
  })
}

test.group('Data pages', (group) => {
  let tenant: Tenant
  let paths: Record<string, string>
  group.setup(async () => {
    tenant = await makeTenant({ name: 'Initrode' })
    const kept = await makeVoided(tenant, 'Lease of the mill by the river')
    const erased = await makeVoided(tenant, 'Consulting agreement')
    await inLive(tenant, async () => {
      await makeDocument({ title: 'Contract of sale' })
      await (await Document.findOrFail(erased)).erase({ by: OLGA, reason: 'request' })
    })
    const trail = await inLive(tenant, async () => {
      const { id, signers } = await makeDocument({ title: 'Framework agreement' })
      for (const email of ['replaced@example.test', 'eve@example.test'])
        await Document.reference(id).correct(signers[1].id, { name: 'Eve Exact', email }, OLGA)
      await Document.reference(id).void({ by: OLGA })
      await Document.reference(id).erasePerson('ben@example.test', OLGA)
      return id
    })
    paths = {
      data: '/settings/data',
      person: '/settings/data/person?email=ana%40example.test',
      others: '/settings/data/person?email=replaced%40example.test',
      trail: `/documents/${trail}`,
      nobody: '/settings/data/person?email=nobody%40example.test',
      wrong: '/settings/data/person?email=nobody',
      erase: `/documents/${kept}/erase`,
      erased: `/documents/${erased}`,
      documents: '/documents',
    }
    return () => closeBrowser()
  })

  for (const [size, viewport, colorScheme] of WINDOWS) {
    test(`keep nobody out and fit: ${size}, ${colorScheme}`, async ({ assert }) => {
      const window = await DashboardWindow.of(tenant, { viewport, colorScheme })
      for (const [name, path] of Object.entries(paths)) {
        await window.go(path)
        await window.shoot(`data-${name}-${size}-${colorScheme}`)
        assert.deepEqual(await window.barriers(), [], name)
        assert.isAtMost(await window.overflow(), 0, name)
      }
      await inLive(tenant, () => RetentionRule.hold('Case 7 at the court of Brno', OLGA))
      await window.go('/settings/data')
      await window.shoot(`data-held-${size}-${colorScheme}`)
      assert.deepEqual(await window.barriers(), [])
      await inLive(tenant, () => RetentionRule.lift(OLGA))
      await window.close()
    })
  }

  test('erase a document from its page, with a word that is typed', async ({ assert }) => {
    const id = await makeVoided(tenant, 'Order 77')
    const window = await DashboardWindow.of(tenant)
    await window.go(`/documents/${id}`)
    await window.page.locator('pdf-page[data-drawn]').first().waitFor()
    await window.follow('Erase')
    await window.page.getByLabel('Type erase to confirm').fill('erase')
    await window.press('Erase document')
    await window.says('The document has been erased.')
    assert.isTrue((await inLive(tenant, () => Document.findOrFail(id))).isErased)
    assert.deepEqual(window.troubles, [])
    await window.close()
  })

  test('ask for no page of a document that was erased while its pages were on their way', async ({
    assert,
  }) => {
    const id = await makeVoided(tenant, 'Order 78')
    const window = await DashboardWindow.of(tenant)
    const library = Promise.withResolvers<void>()
    await window.page.route('**/pdf.min.mjs', (route) =>
      library.promise.then(() => route.continue())
    )
    const asked: string[] = []
    window.page.on('request', (request) => asked.push(request.url()))
    await window.go(`/documents/${id}`)
    await window.page.locator('pdf-page').first().waitFor()
    await window.follow('Erase')
    await window.page.getByLabel('Type erase to confirm').fill('erase')
    await window.press('Erase document')
    await window.says('The document has been erased.')
    const came = window.page.waitForResponse('**/pdf.min.mjs')
    library.resolve()
    await (await came).finished()
    await window.page.evaluate(`new Promise((resolve) => setTimeout(resolve, 500))`)
    assert.deepEqual(window.troubles, [])
    assert.lengthOf(
      asked.filter((url) => url.endsWith(`/documents/${id}/view`)),
      0
    )
    await window.close()
  })
})
