import type { Right } from './right.js'

/** A page of somebody's own, whole copies of the account, what it sells and pays, mails with links in them, and the signers with their links. */
const CLOSED: readonly Right[] = [
  'ownAccount',
  'data',
  'plan',
  'visits',
  'tenants',
  'mailbox',
  'signers',
]

/**
 * What an operator may change in a support session whose grant allows changes. Nothing here leads a link, a mail, a webhook or a host to an address that
 * the tenant has not chosen itself, nothing changes the words that signers agree to, and nothing gives access that outlives the session. A route that makes one of these changes names it; a form whose
 * route names none is closed to support.
 */
export const SUPPORT_CHANGES = [
  'document.send',
  'document.remind',
  'document.void',
  'endpoint.test',
  'endpoint.enable',
  'endpoint.pause',
  'delivery.replay',
  'delivery.check_signature',
  'domain.check',
  'brand.looks',
] as const

export type SupportChange = (typeof SUPPORT_CHANGES)[number]

/** Which rights of an administrator a support session does without. */
export function isClosedToSupport(right: Right, { mayWrite }: { mayWrite: boolean }): boolean {
  return CLOSED.includes(right) || (right === 'documents' && !mayWrite)
}
