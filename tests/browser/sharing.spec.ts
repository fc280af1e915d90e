import { test } from '@japa/runner'
import { Teamwork } from '#app/identity/teams/teamwork'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'

const BY = { type: 'user', id: 'usr_by', name: 'By' } as const

const WAYS = {
  'at a desk, light': { viewport: DESKTOP },
  'on a phone, dark': { viewport: PHONE, isMobile: true, hasTouch: true, colorScheme: 'dark' },
} as const

test.group('Sharing in a browser', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Realty', plan: 'enterprise' })
    return () => closeBrowser()
  })

  for (const [way, options] of Object.entries(WAYS))
    test(`a document reaches a team, whose member finds it by the notice, ${way}`, async ({
      assert,
    }) => {
      const mia = await Visitor.as(acme, 'member')
      const ben = await Visitor.as(acme, 'member')
      const team = `Sales ${way.split(' ').at(-1)}`
      const { id } = await inLive(acme, async () => {
        const teamwork = new Teamwork(BY)
        await teamwork.add(await teamwork.create(team), ben.user!)
        return makeDocument({ by: { type: 'user', id: mia.user!.id, name: mia.user!.name } })
      })

      const sharing = await DashboardWindow.of(acme, { ...options, email: mia.user!.email })
      await sharing.go(`/documents/${id}`)
      await sharing.page.locator(`a[href$="/documents/${id}/sharing"]`).first().click()
      await sharing.page.getByLabel('Member or team', { exact: true }).fill('Nobody here')
      await sharing.page.getByLabel('Manage').check()
      await sharing.press('Share')
      await sharing.page.getByText('no team has this name').first().waitFor()
      assert.isTrue(await sharing.page.getByLabel('Manage').isChecked())
      await sharing.page.getByLabel('Member or team', { exact: true }).fill(team)
      assert.deepEqual(await sharing.barriers(), [])
      assert.isAtMost(await sharing.overflow(), 0)
      await sharing.shoot(`sharing ${way}`)
      await sharing.press('Share')
      await sharing.page.getByText(`${team} can manage this document now.`).waitFor()
      assert.include(await sharing.page.locator('.people').innerText(), team)
      assert.deepEqual(
        sharing.troubles.filter((trouble) => !trouble.includes('422')),
        []
      )
      await sharing.close()

      const told = await DashboardWindow.of(acme, { ...options, email: ben.user!.email })
      await told.go('/notices')
      await told.page.getByText('shared “Contract of sale” with you').first().waitFor()
      await told.shoot(`sharing notice ${way}`)
      await told.page.getByRole('link', { name: 'Open it' }).first().click()
      await told.page.waitForURL(`**/documents/${id}`)
      await told.page.getByRole('heading', { name: 'Contract of sale' }).first().waitFor()
      assert.deepEqual(told.troubles, [])
      await told.close()
    })
})
