import { isSandboxPage, type Route } from '../requests/route_list.js'

/**
 * What operators may see and change during a support session, by hand like the table of roles: they look at what an administrator sees,
 * but at no whole copies of the account, at nothing that it sells or pays, at no mails, which hold links. With changes allowed they bring
 * stuck things on; they send no documents, keys, endpoints or members, and never reach a signing link. Below a closed page they change what
 * stands among the changes word for word: they remind a signer, and get to nothing else about them.
 */
const CLOSED = [
  '/account',
  '/documents/:id/erase',
  '/documents/:id/signers',
  '/mailbox',
  '/settings/data',
  '/settings/handover',
  '/settings/members/:id/ownership',
  '/settings/members/:id/second-factor',
  '/settings/plan',
  '/tenants',
]

const CHANGEABLE = [
  '/documents/:id/send',
  '/documents/:id/reminders',
  '/documents/:id/signers/:signer/reminders',
  '/documents/:id/void',
  '/documents/:id/extend',
  '/settings/webhooks/:id/test',
  '/settings/webhooks/:id/enable',
  '/settings/webhooks/:id/pause',
  '/settings/webhooks/:id/replays',
  '/settings/webhooks/:id/deliveries',
  '/settings/brand',
  '/settings/domains/:id/check',
]

export function supportMay(route: Route, mayWrite: boolean): boolean {
  const path = isSandboxPage(route) ? route.pattern.replace(/^\/test/, '') || '/' : route.pattern
  const isAt = (at: string) => path === at || path.startsWith(`${at}/`)
  if (CLOSED.some(isAt)) return route.method !== 'GET' && mayWrite && CHANGEABLE.includes(path)
  return route.method === 'GET' || (mayWrite && CHANGEABLE.some(isAt))
}
