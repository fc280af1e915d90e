import { test } from '@japa/runner'
import type { Dialog } from 'playwright-core'
import { makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { DashboardWindow } from '#tests/support/dashboard_window'
import { doWork } from '#tests/support/inline_work'
import { until } from '#tests/support/until'

const mimeType = 'text/csv'
const HEADER = 'Käufer;E-Mail Buyer;Seller name;Seller email'
const people = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `Ana Müller ${n};ana${n}@example.test;Ben Seller;ben@example.test`
  )

test.group('Dashboard | bulk sends in a browser', (group) => {
  group.setup(() => () => closeBrowser())

  for (const isPhone of [false, true])
    test(`are uploaded, mapped, checked, sent and followed, ${isPhone ? 'on a phone' : 'at a desk'}`, async ({
      assert,
    }) => {
      const tenant = await makeTenant({ name: 'Acme Realty' })
      const { id } = await inLive(tenant, () => makeTemplate())
      const options = { viewport: PHONE, isMobile: true, colorScheme: 'dark' } as const
      const olga = await DashboardWindow.of(tenant, isPhone ? options : {})
      const { page } = olga
      const look = async (name: string) => {
        assert.deepEqual(await olga.barriers(), [])
        assert.isAtMost(await olga.overflow(), 0)
        await olga.shoot(`bulk ${name} ${isPhone ? 'phone' : 'desk'}`)
      }

      await olga.go(`/templates/${id}`)
      await olga.follow('Send to many')
      await page.getByText('Download a sample').waitFor()
      await look('upload')
      const text = [HEADER, ...people(12), 'Eve;nobody;Fay;fay@example.test'].join('\r\n')
      const file = { name: 'kunden.csv', mimeType, buffer: Buffer.from(`\uFEFF${text}`) }
      await page.getByLabel('CSV file').setInputFiles(file)
      await olga.press('Check the rows')
      await olga.says('13 rows cannot be sent as they are')
      await look('unmapped')

      await page.getByLabel('What “Käufer” means').selectOption({ label: 'Buyer name' })
      const chosen = () =>
        page.getByLabel('What “Käufer” means').locator('option:checked').innerText()
      const questions: string[] = []
      const answer = (dialog: Dialog) => {
        questions.push(dialog.message())
        void dialog.dismiss()
      }
      page.on('dialog', answer)
      await olga.follow(/^Cannot be sent/)
      await page.waitForURL('**?show=faulty')
      assert.equal(await chosen(), 'Buyer name')
      assert.deepEqual(questions, [])
      await olga.follow('Template')
      assert.match(questions.join(), /^Leave this page\?/)
      assert.equal(await chosen(), 'Buyer name')
      page.off('dialog', answer)
      await olga.press('Check the rows again')
      await olga.says('1 row cannot be sent as it is')
      await look('draft')
      await page.getByLabel('Leave out the row that cannot be sent').check()
      await olga.press('Send 12 documents')
      await olga.says('The documents are on their way')
      await doWork(tenant, 'bulk.step')
      // without a reload
      await page.getByRole('heading', { name: '11 of 13 rows' }).waitFor()
      await look('running')
      await olga.press('Pause')
      await olga.says('nothing is sent until somebody resumes it')
      await look('paused')
      await olga.press('Resume')
      const done = page.getByRole('heading', { name: '13 of 13 rows' })
      await until(async () => {
        await doWork(tenant, 'bulk.step')
        return done.isVisible()
      })
      await look('done')
      await olga.go('/bulk-sends')
      await look('list')
      await olga.close()
    })
})
