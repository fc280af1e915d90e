import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import Document from '#app/documents/document'
import type { DraftInput } from '#app/documents/drafts/draft_input'
import { Vault } from '#app/documents/files/vault'
import type Operator from '#app/identity/operators/operator'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP } from '#tests/support/chromium'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { doWork } from '#tests/support/inline_work'
import { enrolledOperator } from '#tests/support/operator_visitor'
import { OperatorWindow } from '#tests/support/operator_window'
import type { PageWindow } from '#tests/support/page_window'
import { refusingCommits } from '#tests/support/refused_commit'
import { sign } from '#tests/support/signing_hand'
import { SigningLink } from '#tests/support/signing_link'

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

/** The narrowest phone that is in use, and a desk. */
const SIZES = {
  'on a small phone': { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  'at a desk': { viewport: DESKTOP },
} as const
/** A connection that breaks at COMMIT, so that nobody can know; and a disk that is full. */
const TROUBLES = { 'unknown-outcome': '08006', 'outage': '53100' }
/** Every entry of the navigation that is marked as current and shown; on a phone there is one at its bottom. */
const IN_SIGHT = `[...document.querySelectorAll('.nav [aria-current=page], .tab-bar-link:is([aria-current], [data-current])')]
.filter((entry) => entry.checkVisibility()).every((entry) => {
  const { left, right, top, bottom } = entry.getBoundingClientRect()
  return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
})`
const TITLE = 'Lieferantenrahmenvertragsverlängerungsvereinbarung 2026 with annexes'

test.group('States | pages that are seldom seen', (group) => {
  let acme: Tenant
  let free: Tenant
  let pat: Operator
  let failed: Document
  let link: SigningLink

  group.setup(async () => {
    acme = await makeTenant({ plan: 'pro', name: 'Acme Realty' })
    free = await makeTenant({ plan: 'free', name: 'Initech', withSandbox: true })
    pat = await enrolledOperator()
    failed = await inLive(acme, async () => {
      const made = await makeDocument({ title: TITLE })
      for (const { email } of made.signers) await sign(acme, made.id, email)
      const vault = await Vault.open(await Document.findOrFail(made.id))
      await vault.write('canonical', Buffer.from('no file of ours'))
      return made
    })
    await doWork(acme, 'seal')
    await doWork(acme, 'seal')
    link = await SigningLink.of(acme, failed)
    return () => closeBrowser()
  })

  for (const [size, options] of Object.entries(SIZES)) {
    /** Looks at the page that is open. */
    async function look(assert: Assert, window: PageWindow, name: string): Promise<void> {
      await window.page.locator('main').waitFor()
      await window.shoot(`seldom-${name} ${size}`)
      assert.equal(await window.overflow(), 0, name)
      assert.deepEqual(await window.barriers(), [], name)
      assert.isTrue(await window.page.evaluate(IN_SIGHT), `${name}: where one is`)
    }

    test(`a document that could not be sealed says so to everybody, ${size}`, async ({
      assert,
    }) => {
      const olga = await DashboardWindow.of(acme, options)
      await olga.go('/documents')
      await olga.page.locator('.badge[data-status=failed]').waitFor()
      await look(assert, olga, 'failed-list')
      await olga.go(`/documents/${failed.id}`)
      await olga.page.locator('.badge[data-status=failed]').waitFor()
      await look(assert, olga, 'failed-document')
      await olga.go(link.path)
      await look(assert, olga, 'failed-signer')
      const operator = await OperatorWindow.of(pat, options)
      await operator.go('/stuck')
      await operator.says(failed.id)
      await look(assert, operator, 'stuck')
      await Promise.all([olga.close(), operator.close()])
    })

    test(`what a plan leaves out, what is asked for and what is shown once, ${size}`, async ({
      assert,
    }) => {
      const ines = await DashboardWindow.of(free, options)
      const empty = ['/documents', '/documents/new', '/settings/usage', '/settings/webhooks']
      for (const path of [...empty, '/settings/keys', '/settings/brand', '/settings/domains'])
        await ines.go(path).then(() => look(assert, ines, `free${path.replaceAll('/', '-')}`))
      await ines.go('/settings/sender/server')
      await look(assert, ines, 'free-not-allowed')
      await ines.go('/test/settings/webhooks/new')
      await ines.page.getByLabel('Address').fill('https://example.test/hooks/countersign')
      await ines.page.locator('main button[type=submit]').last().click()
      await ines.page.locator('copy-button').first().waitFor()
      await look(assert, ines, 'secret')
      await ines.close()
    })

    test(`reports plainly what could not be stored, or what nobody can know, ${size}`, async ({
      assert,
    }) => {
      const olga = await DashboardWindow.of(acme, options)
      const table = `${schemaNames(acme.id).account}.brand`
      for (const [name, code] of Object.entries(TROUBLES)) {
        await olga.go('/settings/brand')
        await olga.page.getByLabel('Name', { exact: true }).fill('Acme Sign')
        await refusingCommits(
          table,
          async () => {
            await olga.press('Save brand')
            await olga.page.getByRole('link', { name: 'Back' }).waitFor()
          },
          Cell.named('main'),
          code
        )
        await look(assert, olga, name)
        await olga.follow('Back')
        await olga.page.getByRole('heading', { name: 'Brand' }).waitFor()
      }
      await olga.close()
    })

    test(`a log-in that is refused, and a visit of support, ${size}`, async ({ assert }) => {
      const nobody = await DashboardWindow.open(acme, options)
      await nobody.go('/login')
      await nobody.page.getByLabel('Email').fill('olga@example.test')
      await nobody.page.getByLabel('Password').fill('not the password')
      await nobody.press('Log in')
      await nobody.says('Email or password is wrong.')
      await look(assert, nobody, 'log-in-refused')
      const operator = await OperatorWindow.of(pat, options)
      await operator.go(`/tenants/${acme.id}/support`)
      await operator.page.getByLabel('Reason').fill('Mails to one domain do not arrive')
      await operator.press('Open session')
      await look(assert, operator, 'support-granted')
      await operator.follow(/^Enter /)
      await operator.says('The owners can see what you do here.')
      await look(assert, operator, 'support-visit')
      await operator.page.goto(`${new URL(operator.page.url()).origin}/settings/members`)
      await look(assert, operator, 'support-refused')
      await Promise.all([nobody.close(), operator.close()])
    })
  }
})
