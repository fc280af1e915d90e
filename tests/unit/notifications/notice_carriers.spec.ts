import { test } from '@japa/runner'
import { WORDINGS } from '#app/notifications/notices/index'

const OF_ACCESS = /^(?:account|address|factor|member|sso|support)\./

test.group('Notices | what carries them', () => {
  test('a notice of how people get into an account goes through our own relay', ({ assert }) => {
    const kinds = Object.entries(WORDINGS).filter(([kind]) => OF_ACCESS.test(kind))
    assert.isAbove(kinds.length, 15)
    for (const [kind, { carrier }] of kinds) assert.equal(carrier, 'relay', kind)
  })

  test('one that reports those who decide on senders comes from the platform', ({ assert }) => {
    for (const kind of ['handover.asked', 'handover.done', 'sender.server_chosen'] as const)
      assert.equal(WORDINGS[kind].carrier, 'platform', kind)
  })
})
