import { test } from '@japa/runner'
import { sha256Hex } from '#app/foundation/opaque_token'
import Domain from '#app/tenants/domains/domain'
import { nameServers } from '#app/tenants/hosts/name_server'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { makeUser } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { DnsWorld } from '#tests/support/dns_world'
import {
  activeDomain,
  claimDomain,
  eraseRecords,
  look,
  project,
  writeRecords,
} from '#tests/support/domain_hand'

/** A host is one tenant's: each run has its own. */
const ZONE = `harbour-${Date.now().toString(36)}.com`

const WAYS = {
  'at a desk, light': { viewport: DESKTOP },
  'on a phone, dark': { viewport: PHONE, isMobile: true, hasTouch: true, colorScheme: 'dark' },
} as const

test.group('Dashboard | domains in a browser', (group) => {
  let world: DnsWorld
  let acme: Tenant
  let bare: Tenant
  let pages: Record<string, string>

  group.setup(async () => {
    acme = await makeTenant({ name: 'Harbour & Lane Realty', plan: 'enterprise' })
    bare = await makeTenant({ name: 'Initech', plan: 'business' })
    const second = await DnsWorld.open()
    world = await DnsWorld.open()
    nameServers.use([world.asServer('9.9.9.9'), second.asServer('1.1.1.1')])
    pages = await populate(second)
    return async () => {
      nameServers.use()
      await world.close()
      await second.close()
      await closeBrowser()
    }
  })

  async function populate(second: DnsWorld): Promise<Record<string, string>> {
    nameServers.use([world.asServer('9.9.9.9')])
    const active = await activeDomain(acme, `sign.${ZONE}`, world)
    const failing = await activeDomain(acme, `contracts.${ZONE}`, world, {
      purposes: ['api'],
    })
    const left = await activeDomain(acme, `old.${ZONE}`, world)
    const base = await claimDomain(acme, `portals.${ZONE}`, { kind: 'base' })
    const claim = await claimDomain(acme, 'unterschrift.hafen-straße-und-gasse.de')
    const confusable = await claimDomain(acme, 'sign.pаypal.com')
    nameServers.use([world.asServer('9.9.9.9'), second.asServer('1.1.1.1')])
    await writeRecords(active, second)
    for (const domain of [failing, left]) await eraseRecords(domain, world)
    world.write(failing.host, { A: ['203.0.113.20'] })
    world.write(claim.host, { CNAME: 'some.other.example.net' })
    await writeRecords(base, world)
    world.write(`_domain-challenge.${claim.host}`, {
      TXT: ['v=spf1 include:_spf.example.net -all'],
    })
    for (const domain of [active, failing, base, claim, confusable]) await look(domain)
    await project(acme)
    const path = ({ id }: Domain) => `/settings/domains/${id}`
    const departure = ({ host: to }: Domain) =>
      `/departures/new?${new URLSearchParams({ to, nonce: sha256Hex('nonce'), next: '/settings/domains' })}`
    return {
      list: '/settings/domains',
      form: '/settings/domains/new',
      active: path(active),
      failing: path(failing),
      wrong: path(claim),
      spreading: path(base),
      confusable: path(confusable),
      use: `${path(active)}/edit`,
      removal: `${path(active)}/remove`,
      departure: departure(active),
      astray: departure(left),
    }
  }

  for (const [way, options] of Object.entries(WAYS))
    test(`nothing keeps anybody out, ${way}`, async ({ assert }) => {
      const olga = await DashboardWindow.of(acme, options)
      const ines = await DashboardWindow.of(bare, options)
      const { email } = await makeUser(acme, 'admin')
      const adam = await DashboardWindow.of(acme, { ...options, email })
      for (const [name, path] of Object.entries(pages)) await inspect(olga, name, path)
      await inspect(ines, 'not in plan', '/settings/domains')
      await inspect(adam, 'form of an admin', '/settings/domains/new')
      // of the host that is astray
      const troubles = olga.troubles.filter((one) => !one.includes('status of 409'))
      assert.deepEqual(troubles, [])
      await Promise.all([olga, ines, adam].map((window) => window.close()))

      async function inspect(window: DashboardWindow, name: string, path: string) {
        await window.go(path)
        await window.page.locator('main').waitFor()
        assert.deepEqual(await window.barriers(), [], path)
        assert.equal(await window.overflow(), 0, path)
        await window.shoot(`domains ${name} ${way}`)
      }
    })

  test('the doctor’s page says by itself that the records were found', async ({ assert }) => {
    nameServers.use([world.asServer('9.9.9.9')])
    const olga = await DashboardWindow.of(acme, { viewport: DESKTOP })
    await olga.go('/settings/domains')
    await olga.follow('Add a domain')
    const host = olga.page.getByRole('textbox', { name: 'Host' })
    await host.fill('my host')
    await olga.press('Add and show records')
    await olga.says('Write the name alone')
    assert.equal(await host.inputValue(), 'my host')
    await host.fill(`papers.${ZONE}`)
    await olga.press('Add and show records')
    await olga.says('Create two records')
    await olga.press('Check now')
    await olga.says('The records have just been checked.')
    await olga.says(`Add this record at the DNS provider of ${ZONE}.`)
    const domain = await Domain.findByOrFail('host', `papers.${ZONE}`)
    await writeRecords(domain, world)
    await look(domain)
    await olga.says('This domain has been yours since')
    await olga.follow('Remove')
    await olga.page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click()
    await olga.says('The host has been removed.')
    assert.deepEqual(
      olga.troubles.filter((one) => !one.includes('status of 422')),
      []
    )
    await olga.close()
  })
})
