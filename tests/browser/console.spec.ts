import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import type Operator from '#app/identity/operators/operator'
import { LogInFailures } from '#app/identity/sessions/log_in_failures'
import { unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import PlanRequest from '#app/tenants/plans/plan_request'
import { Resale } from '#app/tenants/resale/resale'
import Tenant from '#app/tenants/tenant'
import { doPlatformWork, makeChild, makeReseller, newSlug } from '#tests/factories/reseller_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { inLive } from '#tests/support/dashboard_visitor'
import { populatePlatform, use } from '#tests/support/populated_platform'
import { doWork } from '#tests/support/inline_work'
import { codeOf, enrolledOperator, OPERATOR_PASSWORD } from '#tests/support/operator_visitor'
import { OperatorWindow } from '#tests/support/operator_window'
import { until } from '#tests/support/until'
import type { PageWindow } from '#tests/support/page_window'

const LONG = 'Harbour & Lane Realty, Conveyancing and Property Management of the North'

type Pages = Record<string, string>

const AT_A_DESK = { viewport: DESKTOP }
const ON_A_PHONE = { viewport: PHONE, isMobile: true, hasTouch: true, colorScheme: 'dark' } as const
/** What is wide or crowded: the rest is made of the same. */
const ALSO_ON_A_PHONE = [
  ...[
    'overview',
    'tenants',
    'tenant',
    'tenant-plan',
    'plan',
    'request',
    'stuck',
    'operators',
    'trail',
  ],
  ...['prices', 'security', 'sender', 'notices', 'health', 'incidents', 'incident-new'],
]

test.group('Consoles | barriers', (group) => {
  let pat: Operator
  let reseller: Tenant
  let bare: Tenant
  let suspended: Tenant
  let consolePages: Pages
  let resellerPages: Pages

  group.setup(async () => {
    pat = await enrolledOperator()
    const platform = await populatePlatform(pat)
    suspended = platform.suspended
    reseller = await makeReseller('Umbrella & Sons Document Services of the Northern Counties')
    bare = await makeReseller('Tiny')
    consolePages = pagesOfConsole(platform)
    resellerPages = await pagesOfReseller()
    await somethingToTell()
    return () => closeBrowser()
  })

  function pagesOfConsole({
    acme,
    frozen,
    doomed,
    report,
    request,
    grantId,
    incidentId,
  }: Awaited<ReturnType<typeof populatePlatform>>): Pages {
    const tenant = `/tenants/${acme.id}`
    return {
      'overview': '/',
      'tenants': '/tenants',
      'tenants-none': '/tenants?q=nobody-is-called-so',
      'tenant-new': '/tenants/new',
      tenant,
      'tenant-frozen': `/tenants/${frozen.id}`,
      'tenant-doomed': `/tenants/${doomed.id}`,
      'tenant-plan': `${tenant}/plan?to=free`,
      'tenant-suspend': `${tenant}/suspend`,
      'tenant-delete': `${tenant}/delete`,
      'tenant-grant': `${tenant}/grants/${grantId}/end`,
      'tenant-support': `${tenant}/support`,
      'plans': '/plans',
      'plan': '/plans/pro',
      'request': `/plan-requests/${request.id}`,
      'stuck': '/stuck',
      'reports': '/reports',
      'report': `/reports/${report.id}`,
      'operators': '/operators',
      'health': '/health?period=3h',
      'health-months': '/health?period=90d',
      'incidents': '/incidents',
      'incident-new': '/incidents/new',
      'incident': `/incidents/${incidentId}`,
      'trail': '/trail',
      'settings': '/settings',
      'not-found': '/nothing-here',
    }
  }

  async function pagesOfReseller(): Promise<Pages> {
    const child = await makeChild(reseller, { name: LONG, plan: 'starter' })
    const stopped = await makeChild(reseller, { name: 'Initech', plan: 'free' })
    await new Resale(reseller.ref, SYSTEM).suspend(stopped.id, 'Invoices of three months are open')
    await use(child, { documents: 1_118, signatures: 2_241 })
    await PlanRequest.ask({ tenantId: child.id, planKey: 'pro', note: 'We grow', by: 'usr_x' })
    const tenant = `/tenants/${child.id}`
    return {
      'tenants': '/tenants',
      'tenants-none': '/tenants?q=nobody-is-called-so',
      'new': '/tenants/new',
      'prices': '/tenants/prices',
      tenant,
      'tenant-suspended': `/tenants/${stopped.id}`,
      'edit': `${tenant}/edit`,
      'suspend': `${tenant}/suspend`,
      'delete': `${tenant}/delete`,
      'handover': `${tenant}/handover`,
    }
  }

  async function somethingToTell(): Promise<void> {
    await inLive(reseller, async () => {
      for (let count = 0; count < 7; count++)
        await LogInFailures.note('olga@example.test', '203.0.113.7')
      await unit(() => Notice.leave('sender.domain_failing', { domain: 'umbrella.example' }))
    })
    await doWork(reseller, 'log_in.failed', { early: true })
    await inLive(reseller, () => LogInFailures.note('olga@example.test', '203.0.113.8'))
  }

  const OF_ACCOUNT: Pages = {
    'sender': '/settings/sender',
    'sender-domain': '/settings/sender/domain/new',
    'sender-server': '/settings/sender/server',
    'security': '/settings/security',
    'security-filtered': '/settings/security?what=log_ins&from=2026-01-01',
    'handover': '/settings/handover',
    'notices': '/notices',
  }

  async function found(window: PageWindow, name: string, pages: Pages): Promise<string[]> {
    const barriers: string[] = []
    for (const [page, path] of Object.entries(pages)) {
      await window.go(path)
      await window.page.locator('main').waitFor()
      await window.shoot(`${name}-${page}`)
      const wider = await window.overflow()
      if (wider > 0) barriers.push(`${path} is ${wider} pixels too wide`)
      barriers.push(...(await window.barriers()).map((barrier) => `${path} ${barrier}`))
    }
    const troubles = window.troubles.filter((trouble) => !/404/.test(trouble))
    await window.close()
    return [...barriers, ...troubles]
  }

  const crowded = (pages: Pages) =>
    Object.fromEntries(Object.entries(pages).filter(([name]) => ALSO_ON_A_PHONE.includes(name)))

  test('there are none at the console', async ({ assert }) => {
    const operator = await OperatorWindow.of(pat, AT_A_DESK)
    assert.deepEqual(await found(operator, 'desk-console', consolePages), [])
    const nobody = await OperatorWindow.open(AT_A_DESK)
    assert.deepEqual(await found(nobody, 'desk-console', { 'log-in': '/login' }), [])
  })

  test('there are none at the console on a phone in the dark', async ({ assert }) => {
    const operator = await OperatorWindow.of(pat, ON_A_PHONE)
    assert.deepEqual(await found(operator, 'phone-console', crowded(consolePages)), [])
  })

  test('there are none for resellers and in their settings', async ({ assert }) => {
    const rita = await DashboardWindow.of(reseller, AT_A_DESK)
    const pages = { ...resellerPages, ...OF_ACCOUNT }
    assert.deepEqual(await found(rita, 'desk-reseller', pages), [])
    const tim = await DashboardWindow.of(bare, AT_A_DESK)
    const empty = { tenants: '/tenants', security: '/settings/security', notices: '/notices' }
    assert.deepEqual(await found(tim, 'desk-bare', empty), [])
    const olga = await DashboardWindow.of(suspended, AT_A_DESK)
    assert.deepEqual(await found(olga, 'desk-suspended', { documents: '/documents' }), [])
  })

  test('there are none for resellers on a phone in the dark', async ({ assert }) => {
    const rita = await DashboardWindow.of(reseller, ON_A_PHONE)
    const pages = crowded({ ...resellerPages, ...OF_ACCOUNT })
    assert.deepEqual(await found(rita, 'phone-reseller', pages), [])
    const nobody = await DashboardWindow.open(reseller, ON_A_PHONE)
    const pagesOfNobody = {
      'log-in': '/login',
      'no-page': '/nothing-here',
      'no-link': '/sign/tok_unknown',
    }
    assert.deepEqual(await found(nobody, 'phone-reseller', pagesOfNobody), [])
  })
})

test.group('Consoles | journeys', (group) => {
  group.setup(() => () => closeBrowser())

  test('an operator makes a tenant, gives it a plan, stops it, and comes to help', async ({
    assert,
  }) => {
    const operator = await enrolledOperator()
    const pat = await OperatorWindow.open()
    const { page } = pat
    await pat.go('/tenants')
    await page.getByLabel('Email').fill(operator.email)
    await page.getByLabel('Password').fill(OPERATOR_PASSWORD)
    await pat.press('Continue')
    await page.getByLabel('Code').fill(await codeOf(operator))
    await pat.press('Log in')

    const slug = newSlug()
    await pat.says('Needs attention')
    await pat.follow('Tenants')
    await pat.follow('New tenant')
    await page.getByLabel('Name', { exact: true }).fill('Larkspur Homes')
    await page.getByLabel('Slug').fill('Not a slug')
    await page.getByLabel('Owner’s name').fill('Olga Owner')
    await page.getByLabel('Owner’s email').fill(`olga@${slug}.test`)
    await pat.press('Create tenant')
    await page.locator('.field-error').waitFor()
    assert.equal(await page.getByLabel('Owner’s name').inputValue(), 'Olga Owner')
    await page.getByLabel('Slug').fill(slug)
    await pat.press('Create tenant')
    await pat.says('Being created')
    await doPlatformWork()
    await page.getByRole('heading', { name: 'Trials and grants' }).waitFor()
    const tenant = await Tenant.findByOrFail('slug', slug)

    await page.getByRole('link', { name: 'Change', exact: true }).click()
    await page.getByLabel('Plan', { exact: true }).selectOption('business')
    await page.getByRole('row', { name: /Members .*no limit/ }).waitFor()
    await pat.press('Change plan')
    await pat.says('The plan is now Business.')

    await pat.follow('Suspend')
    await page.getByLabel('Reason').fill('The first invoice is open')
    await pat.press('Suspend')
    await pat.says('Suspended. Documents already sent can still be signed.')
    await doPlatformWork()
    const olga = await DashboardWindow.of(tenant)
    await olga.go('/documents')
    await olga.says('This account is suspended')
    await pat.press('Resume')
    await pat.says('The suspension has been lifted.')
    await doPlatformWork()

    await pat.follow('Support session')
    await page.getByLabel('Reason').fill('Mails to one domain do not arrive')
    await page.getByRole('checkbox', { name: /change/i }).check()
    await pat.press('Open session')
    await pat.follow('Enter Larkspur Homes')
    await pat.says('The owners can see what you do here.')
    await page.goto(new URL('/settings/brand', page.url()).href)
    await pat.says('Support changes only logo, icon, colours, corners and typeface.')
    for (const label of ['Name', 'Where signers go next', 'Consent sentence'])
      assert.isTrue(await page.getByLabel(label, { exact: true }).isDisabled(), label)
    await page.getByLabel('Corners').selectOption('large')
    await pat.shoot('brand_support')
    await pat.press('Save brand')
    await pat.says('Your brand is saved.')
    await olga.go('/settings/security')
    await olga.says('Mails to one domain do not arrive')
    await olga.press('End now')
    await olga.says('Ended a support session')
    await page.reload()
    assert.match(pat.path, /^\/login/)
    assert.deepEqual(
      [...pat.troubles, ...olga.troubles].filter((one) => !one.includes('status of 422')),
      []
    )
    await Promise.all([pat.close(), olga.close()])
  })

  test('a reseller makes a tenant, sets its price, sees what it uses, and stops it', async ({
    assert,
  }) => {
    const rita = await DashboardWindow.of(await makeReseller('Umbrella'))
    const { page } = rita
    await rita.go('/tenants/prices')
    await page.getByRole('textbox', { name: /Pro/ }).fill('65.00')
    await rita.press('Save')
    await rita.says('Your prices have been saved.')

    const slug = newSlug()
    await rita.go('/tenants')
    await rita.follow('New tenant')
    await page.getByLabel('Name', { exact: true }).fill('Initech')
    await page.getByLabel('Slug').fill(slug)
    await page.getByRole('radio', { name: /^Pro/ }).check()
    await page.getByLabel('Owner’s name').fill('Clara Customer')
    await page.getByLabel('Owner’s email address').fill(`clara@${slug}.test`)
    await rita.press('Create tenant')
    await rita.says('Initech is being created.')
    await doPlatformWork()
    const tenant = await Tenant.findByOrFail('slug', slug)
    await use(tenant, { documents: 118, signatures: 241 })
    await page.reload()
    await page.getByRole('cell', { name: '241' }).waitFor()
    await rita.says('$65.00')

    await rita.follow('Suspend')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Invoices of three months are open')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await rita.says('Initech has been suspended.')
    await until(async () => (await tenant.refresh()).status === 'suspended')
    await rita.press('Resume')
    await rita.says('Initech has been resumed.')
    assert.deepEqual(rita.troubles, [])
    await rita.close()
  })
})
