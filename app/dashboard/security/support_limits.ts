import type { HttpContext } from '@adonisjs/core/http'
import type { SupportSession } from '#app/identity/support_session'
import type { Right } from '../rights.js'
import SupportMayNot from '../errors/support_may_not.js'

/** Rooms that support does not enter: whole copies of the account, what it sells and what it pays, and mails with links in them. */
const CLOSED: readonly Right[] = ['data', 'plan', 'tenants', 'mailbox']

/** What a visit with changes allowed may change. Documents of its own, keys, secrets, members, links and this very trail are not among it. */
const CHANGEABLE = [
  /^(?:\/test)?\/documents\/[^/]+\/(?:send|reminders|void|extend|signers\/[^/]+)\/?$/,
  /^(?:\/test)?\/settings\/webhooks\/[^/]+\/(?:test|enable|pause|replays|deliveries\/[^/]+\/(?:replay|signature))\/?$/,
  /^\/settings\/(?:brand|domains)(?:\/|$)/,
]

export function isClosedToSupport(right: Right, { mayWrite }: SupportSession): boolean {
  return CLOSED.includes(right) || (right === 'documents' && !mayWrite)
}

/** Asked for every request of a visit. @throws E_SUPPORT_MAY_NOT */
export function assertSupportMay({ request }: HttpContext, support: SupportSession): void {
  const isRead = request.method() === 'GET' || request.method() === 'HEAD'
  const isChangeable = CHANGEABLE.some((path) => path.test(request.url()))
  if (!isRead && !(support.mayWrite && isChangeable)) throw new SupportMayNot(support.mayWrite)
}
