import { test } from '@japa/runner'
import router from '@adonisjs/core/services/router'
import { nextPath } from '#app/dashboard/sessions/next_path'
import { clock } from '#app/foundation/clock'
import { askedBy } from '#app/front_door/asked_rights'
import type Tenant from '#app/tenants/tenant'
import { makeChild, makeReseller } from '#tests/factories/reseller_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { ownerOf, PASSWORD, Visitor, withPassword } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { connected, SsoVisitor } from '#tests/support/single_sign_on'

const ELEVEN_MINUTES_MS = 11 * 60_000
/** Nobody opens it: pages listen to it. */
const STREAM = /^(?:\/test)?\/updates$/

/** Every address that a browser may be on when it is asked to log in. */
function pagesBehindLogIn(): string[] {
  return Object.values(router.toJSON())
    .flat()
    .filter(({ name, methods }) => name?.startsWith('dashboard.') && methods.includes('GET'))
    .filter((route) => askedBy(route) !== null && !STREAM.test(route.pattern))
    .map(({ pattern }) => pattern.replace(/:\w+/g, 'some_01m8j5d2886tzjjn28yt0regha'))
}

test.group('Dashboard | the way on after a log-in', (group) => {
  let acme: Tenant
  let email: string

  group.setup(async () => {
    acme = await makeTenant()
    const owner = await withPassword(acme, await ownerOf(acme))
    email = owner.email
  })

  test('leads to every page of the dashboard', ({ assert }) => {
    const pages = pagesBehindLogIn()
    assert.isAbove(pages.length, 150)
    const lost = pages.filter((page) => nextPath(page) !== page)
    assert.deepEqual(lost, [])
    assert.equal(nextPath('/tenants?status=ready'), '/tenants?status=ready')
  })

  test('leads nowhere else: {$self}')
    .with([
      '',
      'documents',
      'https://evil.example/tenants',
      '//evil.example/tenants',
      '/\\evil.example/templates',
      '/\t/evil.example/templates',
      '/.//evil.example',
      '/..//evil.example/documents',
      '/templates/..//evil.example',
      '/test/..//evil.example',
      '/%2f/evil.example',
      '/templates/../../login',
      '/templates/%2e%2e/logout',
      '/login',
      '/logout',
      '/forgot',
      '/reset/some_token',
      '/welcome/some_token',
      '/support/some_code',
      '/sso/setup/some_token',
      '/arrivals/new?from=evil.example',
      '/departures/new?to=evil.example',
      '/api/v1/documents',
      '/sign/tok_abc',
      '/templates-of-others',
      '/clock',
      '/updates',
      'javascript:alert(1)',
    ])
    .run(({ assert }, wanted) => {
      assert.isNull(nextPath(wanted))
    })

  for (const page of ['/bulk-sends/bsd_x', '/templates/tpl_x/form', '/notices', '/test/templates'])
    test(`is kept from the page that asks for a log-in: ${page}`, async ({ assert }) => {
      const visitor = new Visitor(acme)
      const asked = await visitor.get(page)
      assert.equal(asked.headers.location, `/login?next=${encodeURIComponent(page)}`)
      assert.include((await visitor.followed(asked)).text, `name="next" value="${page}"`)
      const form = { email, password: PASSWORD, next: page }
      assert.equal((await visitor.post('/login', form)).headers.location, page)
    })

  test('is kept through single sign-on', async ({ assert }) => {
    const provider = await TestIdentityProvider.make()
    const terms = { makesMembers: true }
    const connection = await connected(acme, provider, terms, ['corp.example'])
    const visitor = new SsoVisitor(acme)
    const nameId = 'someone@corp.example'
    const done = await visitor.logIn(provider, connection, { nameId }, '/bulk-sends/bsd_x')
    assert.equal(done.headers.location, '/bulk-sends/bsd_x')
  })

  test('is kept by somebody who proves who they are before they hand a tenant over', async ({
    assert,
    cleanup,
  }) => {
    const reseller = await makeReseller()
    const child = await makeChild(reseller)
    await withPassword(reseller, await ownerOf(reseller))
    const rita = await Visitor.as(reseller)
    cleanup(() => clock.restore())
    clock.travel(ELEVEN_MINUTES_MS)
    const page = `/tenants/${child.id}/handover`
    const asked = await rita.get(page)
    assert.equal(asked.headers.location, `/account/confirm?next=${encodeURIComponent(page)}`)
    const { text } = await rita.followed(asked)
    assert.include(text, `name="next" value="${page}"`)
    const proofs = proofsIn(text)
    const proved = await rita.post('/account/confirm', { next: page, ...proofs })
    assert.equal(proved.headers.location, page)
    assert.equal((await rita.get(page)).status, 200)
  })
})

/** The password in the field that the page has for it. */
function proofsIn(page: string): Record<string, string> {
  const [, name] = /<input[^>]*type="password"[^>]*name="([^"]+)"/.exec(page) ?? []
  const [, other] = /<input[^>]*name="([^"]+)"[^>]*type="password"/.exec(page) ?? []
  return { [name ?? other ?? '']: PASSWORD }
}
