import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import Document from '#app/documents/document'
import { MailSetup } from '#tests/support/mail_setup'

const DAY = 86_400_000

test.group('Document | expiry', (group) => {
  group.each.teardown(() => clock.restore())

  test('comes at its time also where a clock that was ahead gave out the work for it too early', async ({
    assert,
  }) => {
    const setup = await MailSetup.open()
    const document = await setup.sends({ expiresInDays: 1 })
    const status = () => setup.within(async () => (await Document.findOrFail(document.id)).status)
    clock.travel(DAY / 2)
    await setup.does('expire')
    assert.equal(await status(), 'pending')
    clock.travel(DAY / 2)
    await setup.does('expire')
    assert.equal(await status(), 'expired')
    assert.lengthOf(await setup.waiting('expire'), 0)
  })
})
