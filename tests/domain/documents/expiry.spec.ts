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

  test('is announced at its time also where a clock that was ahead gave out the work for it too early', async ({
    assert,
  }) => {
    const setup = await MailSetup.open()
    const document = await setup.sends({ expiresInDays: 4 })
    const isReminded = () =>
      setup.within(async () => (await Document.findOrFail(document.id)).remindedAt !== null)
    clock.travel(1.5 * DAY)
    await setup.does('remind')
    assert.isFalse(await isReminded())
    assert.lengthOf(await setup.waiting('remind'), 1)
    clock.travel(DAY / 2)
    await setup.does('remind')
    assert.isTrue(await isReminded())
    assert.lengthOf(await setup.waiting('remind'), 0)
  })

  test('loses no planned reminder to such a clock, in its last days either', async ({ assert }) => {
    const setup = await MailSetup.open()
    const reminders = { first: 2, every: 1, most: 3 }
    const document = await setup.sends({ expiresInDays: 4, reminders })
    const made = () =>
      setup.within(async () => (await Document.findOrFail(document.id)).plannedReminders)
    for (const [days, sent] of [
      [1.5, 0],
      [2, 1],
      [2.5, 1],
      [3, 2],
    ]) {
      clock.restore()
      clock.travel(days * DAY)
      await setup.does('remind')
      assert.equal(await made(), sent, `after ${days} days`)
    }
    assert.lengthOf(await setup.waiting('remind'), 0)
  })
})
