import NewAccountLimit from '#app/tenants/errors/new_account_limit'
import { span } from '#app/foundation/duration'
import ReminderTooSoon from '#app/documents/errors/reminder_too_soon'
import { REMINDER_INTERVAL_MS } from '#app/documents/reminder_schedule'
import RateLimited from '../v1/errors/rate_limited.js'
import { answered, refused } from './error_entry.js'

export const PACE = [
  refused(
    NewAccountLimit,
    'A new account sends so many documents a day as `details.limit` says. Go on tomorrow, or ask support for more.'
  ),
  refused(
    RateLimited,
    'More requests in a minute than the plan allows, counted for all keys of an environment, or ten in a second from your address with keys that do not work. Wait as long as `Retry-After` says.'
  ),
  refused(
    ReminderTooSoon,
    `The signers were reminded within the last ${span(REMINDER_INTERVAL_MS)}. Wait as long as \`Retry-After\` says.`
  ),
  answered(
    431,
    'headers_too_large',
    'The headers of the request have more than 16 kB together. The connection is closed.'
  ),
]
