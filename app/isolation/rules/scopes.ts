import type { Scope } from '#app/identity/access/scope'
import type { Route } from '../requests/route_list.js'

/** What a key must be allowed to do: nothing in particular, or no key is asked for at all. */
export type Need = Scope | 'any' | 'none'

interface Rule {
  /** Below `/api/v1` and `/api`: this path and all below it. */
  readonly at: string
  readonly read?: Need
  readonly write?: Need
}

/** By hand, from the table of operations in the documentation. The first that fits holds; an operation that none fits is a finding. */
const RULES: readonly Rule[] = [
  { at: '/documents/:id/erase', write: 'documents:erase' },
  { at: '/documents/:id/audit', read: 'audit:read' },
  { at: '/documents', read: 'documents:read', write: 'documents:write' },
  { at: '/labels', read: 'documents:read', write: 'documents:write' },
  { at: '/templates/:id/documents', write: 'documents:write' },
  { at: '/templates/:id/bulk-sends', write: 'documents:write' },
  { at: '/forms', read: 'templates:read', write: 'templates:write' },
  { at: '/bulk-sends', read: 'documents:read', write: 'documents:write' },
  { at: '/templates', read: 'templates:read', write: 'templates:write' },
  { at: '/signatures/send', write: 'documents:write' },
  { at: '/webhooks', read: 'webhooks:read', write: 'webhooks:write' },
  { at: '/deliveries', read: 'webhooks:read', write: 'webhooks:write' },
  { at: '/events', read: 'webhooks:read' },
  { at: '/security', read: 'security:read' },
  { at: '/analytics', read: 'analytics:read' },
  { at: '/usage', read: 'usage:read' },
  { at: '/tenants', read: 'tenants:read', write: 'tenants:write' },
  { at: '/test', read: 'documents:read', write: 'documents:write' },
  { at: '/keys/current', read: 'any', write: 'any' },
  { at: '/verify', write: 'any' },
  { at: '/health', read: 'none' },
  { at: '/openapi.json', read: 'none' },
]

/** @returns null for an operation that no rule speaks of */
export function needOf({ method, pattern }: Route): Need | null {
  const path = pattern.replace(/^\/api(?:\/v1)?/, '')
  const rule = RULES.find(({ at }) => path === at || path.startsWith(`${at}/`))
  return (method === 'GET' ? rule?.read : rule?.write) ?? null
}
