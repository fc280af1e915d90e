import { test } from '@japa/runner'
import { assertEventFilter } from '#app/webhooks/events/event_filter'
import { EVENT_TYPES } from '#app/webhooks/events/event_types'

test.group('Event filter', () => {
  test('is made of names, of nouns with a star, and of a star', ({ assert }) => {
    assert.doesNotThrow(() => assertEventFilter(['*', 'document.*', 'webhook.*', ...EVENT_TYPES]))
  })

  test('refuses a name that no event has, and says which', ({ assert }) => {
    for (const name of ['document.cancelled', 'doc.*', '.*', '', 'document.', '**']) {
      assert.throws(() => assertEventFilter(['*', name]), `No event is called ${name}: `)
    }
  })
})
