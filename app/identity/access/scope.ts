import type { Right } from './right.js'

/** What a key may be allowed to do. */
export const SCOPES = [
  'documents:read',
  'documents:write',
  'documents:erase',
  'templates:read',
  'templates:write',
  'audit:read',
  'analytics:read',
  'security:read',
  'webhooks:read',
  'webhooks:write',
  'usage:read',
  'links:read',
  'values:read',
  'tenants:read',
  'tenants:write',
] as const

export type Scope = (typeof SCOPES)[number]

/** Asked for by name: signing links, what signers filled in, erasing, the account's security log, and other tenants. */
const UNUSUAL: readonly Scope[] = [
  'links:read',
  'values:read',
  'documents:erase',
  'security:read',
  'tenants:read',
  'tenants:write',
]

/** What a new key gets unless somebody chooses. */
export const USUAL_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !UNUSUAL.includes(scope))

/**
 * What somebody has to be allowed to do, in the environment of the key, before they may give a key this scope. A key is the account's, not its
 * maker's: it reaches the documents of everybody, and endpoints and events are about all of them.
 */
const NEEDED: Record<Scope, readonly Right[]> = {
  'documents:read': ['allDocuments'],
  'documents:write': ['documents', 'allDocuments'],
  'documents:erase': ['data'],
  'templates:read': ['allDocuments'],
  'templates:write': ['documents', 'allDocuments'],
  'audit:read': ['allDocuments'],
  'analytics:read': ['allDocuments'],
  'security:read': ['security'],
  'webhooks:read': ['webhooks', 'allDocuments'],
  'webhooks:write': ['webhooks', 'allDocuments'],
  'usage:read': ['usage'],
  'links:read': ['signers', 'allDocuments'],
  'values:read': ['allDocuments'],
  'tenants:read': ['tenants'],
  'tenants:write': ['tenants'],
}

/** Which rights somebody lacks who would give these scopes; none when they may. */
export function rightsMissingFor(
  scopes: readonly Scope[],
  may: (right: Right) => boolean
): Right[] {
  const needed = new Set(scopes.flatMap((scope) => NEEDED[scope]))
  return [...needed].filter((right) => !may(right))
}

/** What a key with these scopes may do: what giving them took. */
export function rightsOfScopes(scopes: readonly Scope[]): readonly Right[] {
  return scopes.flatMap((scope) => NEEDED[scope])
}
