import { test } from '@japa/runner'
import Document from '#app/documents/document'
import UserLink from '#app/identity/users/user_link'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, PHONE } from '#tests/support/chromium'
import { inLive, ownerOf, PASSWORD } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'

test.group('A newcomer', (group) => {
  group.setup(() => () => closeBrowser())

  test('sends a first document from the home page, with one wrong address on the way', async ({
    assert,
  }) => {
    const tenant = await makeTenant({ plan: 'free' })
    const token = await inLive(tenant, async () => {
      const link = await UserLink.issue(await ownerOf(tenant), 'welcome')
      return (await link.token()).release()
    })
    const olga = await DashboardWindow.open(tenant)
    const { page } = olga
    await olga.go(`/welcome/${token}`)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Repeat password').fill(PASSWORD)
    await olga.press('Set password')
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    assert.equal(olga.path, '/home')
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('newcomer_home')

    await olga.press('Use the sample')
    const address = page.getByLabel('Email').first()
    const own = await address.inputValue()
    await address.fill('olga@example')
    await olga.press('Save and send')
    await page.locator('input[aria-invalid=true]').waitFor()
    assert.isTrue(await address.evaluate((input) => input === input.ownerDocument.activeElement))
    await address.fill(own)
    await olga.press('Save and send')
    await olga.says('The document is on its way.')
    const [document] = await inLive(tenant, () => Document.query())
    assert.equal(document.status, 'pending')

    await olga.follow('Home')
    await page.getByRole('list', { name: 'Waiting for your signature' }).waitFor()
    assert.match(await page.locator('#first-steps').innerText(), /1 of 4 done/)
    await page.setViewportSize(PHONE)
    assert.isAtMost(await olga.overflow(), 0)
    assert.deepEqual(await olga.barriers(), [])
    await olga.shoot('newcomer_home_phone')
    await olga.press('Hide these')
    await page.getByRole('button', { name: 'Show the first steps again' }).waitFor()
    assert.deepEqual(
      olga.troubles.filter((words) => !/422/.test(words)),
      []
    )
    await olga.close()
  })
})
