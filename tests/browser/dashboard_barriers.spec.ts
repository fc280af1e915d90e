import { test } from '@japa/runner'
import ApiKey from '#app/identity/keys/api_key'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import Integration from '#app/webhooks/integration'
import { ANA, BEN, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { ownerOf } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'
import { sign } from '#tests/support/signing_hand'

const PHONE_OF = { viewport: PHONE, isMobile: true, hasTouch: true }
/** Both sizes and both schemes: what breaks in one of them breaks here. */
const WAYS = {
  'at a desk, light': { viewport: DESKTOP },
  'on a phone, dark': { ...PHONE_OF, colorScheme: 'dark' },
} as const

const LONG = 'Lease for Harbour Street 12, second floor, with an annex on the use of the garden'

test.group('Dashboard | barriers', (group) => {
  let acme: Tenant
  let bare: Tenant
  let pages: Record<string, string>

  group.setup(async () => {
    acme = await makeTenant({ name: 'Harbour & Lane Realty', withSandbox: true })
    bare = await makeTenant({ name: 'Initech', plan: 'free', withSandbox: true })
    pages = await populate(acme)
    return () => closeBrowser()
  })

  for (const [way, options] of Object.entries(WAYS))
    test(`there are none, ${way}`, async ({ assert }) => {
      const olga = await DashboardWindow.of(acme, options)
      for (const [name, path] of Object.entries(pages)) await inspect(olga, name, path)
      const ines = await DashboardWindow.of(bare, options)
      for (const path of ['/documents', '/documents/new', '/settings/keys', '/settings/webhooks'])
        await inspect(ines, `bare${path.replaceAll('/', '-')}`, path)
      const nobody = await DashboardWindow.open(acme, options)
      await inspect(nobody, 'login', '/login')
      await Promise.all([olga, ines, nobody].map((window) => window.close()))

      async function inspect(window: DashboardWindow, name: string, path: string) {
        await window.go(path)
        await window.page.locator('main').waitFor()
        assert.deepEqual(await window.barriers(), [], path)
        assert.equal(await window.overflow(), 0, path)
        await window.shoot(`${name} ${way}`)
      }
    })

  test('a dialog takes the focus and gives it back', async ({ assert }) => {
    const olga = await DashboardWindow.of(acme)
    const { page } = olga
    await olga.go(pages.progress)
    await page.getByRole('link', { name: 'Void' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Reason').waitFor()
    assert.isTrue(await page.evaluate("document.activeElement.closest('up-modal') !== null"))
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'Void')
    await olga.close()
  })

  test('the first Tab leads past the rail', async ({ assert }) => {
    const olga = await DashboardWindow.of(acme)
    await olga.go('/documents')
    await olga.page.keyboard.press('Tab')
    const first = 'document.activeElement.textContent.trim()'
    assert.equal(await olga.page.evaluate(first), 'Skip to content')
    await olga.close()
  })
})

/** Something of everything, as it would be after some weeks. @returns its pages by name */
async function populate(tenant: Tenant): Promise<Record<string, string>> {
  const within = <T>(environment: 'live' | 'test', work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: tenant.ref, environment }, work)
  const owner = await ownerOf(tenant)
  const by = { type: 'user' as const, id: owner.id, name: owner.name, ipAddress: '198.51.100.7' }
  const make = (title: string, more = {}, options = {}) =>
    within('live', () => makeDocument({ title, by, ...more }, options))
  const ordered = {
    signers: [
      { ...ANA, order: 1 },
      { ...BEN, order: 2 },
    ],
  }
  const documents = {
    draft: await make('Supplier framework agreement', {}, { send: false }),
    pending: await make(LONG),
    progress: await make('Consulting agreement 2026', {
      ...ordered,
      message: 'By Friday, please.',
    }),
    sealing: await make('Purchase order 4711', { signers: [ANA] }),
    completed: await make('Employment contract', { signers: [ANA] }),
    voided: await make('Offer letter'),
  }
  await sign(tenant, documents.progress.id, ANA.email)
  await sign(tenant, documents.completed.id, ANA.email)
  await doWork(tenant, 'seal')
  await sign(tenant, documents.sealing.id, ANA.email)
  await within('live', async () => {
    const document = await Document.findOrFail(documents.voided.id)
    await document.void({ reason: 'The position was filled.', by })
  })
  const { endpoint, key, delivery } = await within('live', async () => {
    const { key: issued } = await ApiKey.issue({
      environment: 'live',
      name: 'Order system',
      createdBy: owner,
    })
    const receiver = await Receiver.open()
    const made = await Endpoint.register({ url: receiver.url, name: 'Order system' })
    await made.endpoint.test()
    await doWork(tenant, 'webhooks.deliver')
    await receiver.close()
    await Endpoint.register({ url: `https://example.test/${'long/'.repeat(30)}` })
    const [[tried]] = await CurrentTenant.batch([
      { text: 'select id from webhook_deliveries limit 1' },
    ])
    return { endpoint: made.endpoint, key: issued, delivery: String(tried.id) }
  })
  const { integration } = await within('live', () =>
    Integration.connect({ name: 'Sales', url: 'https://example.test/', createdBy: owner }, by)
  )
  const inTest = await within('test', () => makeDocument({ title: 'Trial agreement', by }))
  await doWork(tenant, 'mail.invite', { environment: 'test' })
  const [[mail]] = await within('test', () =>
    CurrentTenant.batch([{ text: 'select id from mails limit 1' }])
  )
  return {
    ...Object.fromEntries(
      Object.entries(documents).map(([name, { id }]) => [name, `/documents/${id}`])
    ),
    'list': '/documents',
    'nothing-found': '/documents?q=nothing-like-it',
    'analytics': '/analytics',
    'new': '/documents/new',
    'void': `/documents/${documents.progress.id}/void`,
    'keys': '/settings/keys',
    'key-new': '/settings/keys/new',
    'key': `/settings/keys/${key.id}`,
    'key-rotate': `/settings/keys/${key.id}/rotate`,
    'key-revoke': `/settings/keys/${key.id}/revoke`,
    'webhooks': '/settings/webhooks',
    'webhook-new': '/settings/webhooks/new',
    'webhook': `/settings/webhooks/${endpoint.id}`,
    'webhook-edit': `/settings/webhooks/${endpoint.id}/edit`,
    'webhook-secret': `/settings/webhooks/${endpoint.id}/secret`,
    'webhook-replay': `/settings/webhooks/${endpoint.id}/replays/new`,
    'webhook-delivery': `/settings/webhooks/${endpoint.id}/deliveries/${delivery}`,
    'webhook-delete': `/settings/webhooks/${endpoint.id}/delete`,
    'integrations': '/settings/integrations',
    'integration-new': '/settings/integrations/new',
    'integration-cut': `/settings/integrations/${integration.id}/cut`,
    'test-list': '/test/documents',
    'test-document': `/test/documents/${inTest.id}`,
    'mailbox': '/test/mailbox',
    'mail': `/test/mailbox/${String(mail.id)}`,
    'clock': '/test/clock',
    'reset': '/test/reset',
    'going-live': '/settings/going-live',
    'not-found': '/documents/doc_0',
  }
}
