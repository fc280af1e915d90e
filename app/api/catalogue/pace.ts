import NewAccountLimit from '#app/tenants/errors/new_account_limit'
import { span } from '#app/foundation/duration'
import ReminderTooSoon from '#app/documents/errors/reminder_too_soon'
import { REMINDER_INTERVAL_MS } from '#app/documents/reminder_schedule'
import RateLimited from '../v1/errors/rate_limited.js'
import { answered, refused } from './error_entry.js'

export const PACE = [
  refused(
    NewAccountLimit,
    'A new account may send only `details.limit` documents a day. Continue tomorrow, or ask support for more.'
  ),
  refused(
    RateLimited,
    'The keys of this environment together made more requests a minute than the plan allows, your address made ten requests a second with invalid keys, more than 5,000 deliveries to one endpoint were to be replayed within an hour, or a key has five `GET /events` that wait already. `message` says which. Wait for `Retry-After` seconds.'
  ),
  refused(
    ReminderTooSoon,
    `The signers were reminded within the last ${span(REMINDER_INTERVAL_MS)}. Wait for \`Retry-After\` seconds.`
  ),
  answered(
    431,
    'headers_too_large',
    'The headers of the request exceed 16 kB in total. The connection is closed.'
  ),
]
