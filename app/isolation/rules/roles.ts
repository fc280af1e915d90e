import type { Environment } from '#app/foundation/environment'
import type { Role } from '#app/identity/access/role'
import { isSandboxPage, type Route } from '../requests/route_list.js'

interface Rule {
  /** This address and all below it. */
  readonly at: string
  readonly method?: 'GET' | 'POST'
  readonly may: Roles
  /** In the sandbox, where that differs. */
  readonly inTest?: Roles
}

type Roles = readonly Role[]

const ALL: Roles = ['owner', 'admin', 'developer', 'member', 'viewer']
const OWNER: Roles = ['owner']
const ADMINS: Roles = ['owner', 'admin']
const BUILDERS: Roles = ['owner', 'admin', 'developer']
const SENDERS: Roles = ['owner', 'admin', 'developer', 'member']

/**
 * Who may ask for which page of the dashboard, where the things in the address are the owner's. It is written by hand, from what the
 * documentation promises of each role, and not read from the product's own table of rights: a right that is lost there, or asked for by
 * no page, would be lost here as well. The first rule that fits holds; a page that none fits is a finding, so that adding one
 * says here who may see it.
 */
const RULES: readonly Rule[] = [
  { at: '/home/sample', may: SENDERS },
  { at: '/home', may: ALL },
  { at: '/analytics', may: ALL },
  { at: '/documents/new', may: SENDERS },
  { at: '/documents/all', may: SENDERS },
  { at: '/bulk-actions', may: SENDERS },
  { at: '/documents/:id/erase', may: OWNER },
  { at: '/documents/:id', may: ADMINS, inTest: BUILDERS },
  { at: '/documents', method: 'POST', may: SENDERS },
  { at: '/documents', may: ALL },
  { at: '/views', may: ALL },
  { at: '/labels', may: ADMINS, inTest: BUILDERS },
  { at: '/templates/new', may: SENDERS },
  { at: '/templates/:id', may: ADMINS, inTest: BUILDERS },
  { at: '/templates', method: 'POST', may: SENDERS },
  { at: '/templates', may: ALL },
  { at: '/bulk-sends/:id', may: ADMINS, inTest: BUILDERS },
  { at: '/bulk-sends', may: ALL },
  { at: '/mailbox/:id', may: BUILDERS },
  { at: '/mailbox', may: SENDERS },
  { at: '/clock', may: BUILDERS },
  { at: '/reset', may: BUILDERS },
  { at: '/settings/keys', may: BUILDERS },
  // a live endpoint hears of everybody's documents, and so does an integration
  { at: '/settings/webhooks/new', may: ADMINS, inTest: BUILDERS },
  { at: '/settings/webhooks/:id', may: ADMINS, inTest: BUILDERS },
  { at: '/settings/webhooks', method: 'POST', may: ADMINS, inTest: BUILDERS },
  { at: '/settings/webhooks', may: BUILDERS },
  { at: '/settings/integrations/new', may: ADMINS, inTest: BUILDERS },
  { at: '/settings/integrations/:id', may: BUILDERS },
  { at: '/settings/integrations', method: 'POST', may: ADMINS, inTest: BUILDERS },
  { at: '/settings/integrations', may: BUILDERS },
  { at: '/settings/embedding', may: BUILDERS },
  { at: '/settings/going-live/webhooks', may: ADMINS },
  { at: '/settings/going-live', may: BUILDERS },
  { at: '/settings/usage', may: BUILDERS },
  { at: '/settings/members/:id/ownership', may: OWNER },
  { at: '/settings/members/:id/second-factor', may: OWNER },
  { at: '/settings/members', may: ADMINS },
  { at: '/settings/second-factor', method: 'POST', may: OWNER },
  { at: '/settings/second-factor', may: ADMINS },
  { at: '/settings/teams', may: ADMINS },
  { at: '/settings/single-sign-on/enforcement', method: 'POST', may: OWNER },
  { at: '/settings/single-sign-on', may: ADMINS },
  { at: '/settings/plan', may: OWNER },
  { at: '/settings/handover', may: OWNER },
  { at: '/settings/data', may: OWNER },
  { at: '/settings/brand', may: ADMINS },
  { at: '/settings/domains', may: ADMINS },
  { at: '/settings/sender', may: ADMINS },
  { at: '/settings/seal', may: ADMINS },
  { at: '/settings/security', may: ADMINS },
  { at: '/tenants', may: ADMINS },
  { at: '/account', may: ALL },
  { at: '/updates', may: ALL },
  { at: '/notices', may: ALL },
  { at: '/help', may: ALL },
  { at: '/', method: 'GET', may: ALL },
]

/** @returns null for a page that no rule speaks of */
export function rolesFor(route: Route): Roles | null {
  const isInTest = isSandboxPage(route)
  const path = isInTest ? route.pattern.replace(/^\/test/, '') || '/' : route.pattern
  const rule = RULES.find(
    ({ at, method }) =>
      (path === at || (at !== '/' && path.startsWith(`${at}/`))) &&
      (method === undefined || method === route.method)
  )
  if (!rule) return null
  return (isInTest && rule.inTest) || rule.may
}

export function environmentOfPage(route: Route): Environment {
  return isSandboxPage(route) ? 'test' : 'live'
}
