import type { Right } from './right.js'

/** What a key may be allowed to do. */
export const SCOPES = [
  'documents:read',
  'documents:write',
  'documents:erase',
  'audit:read',
  'webhooks:read',
  'webhooks:write',
  'usage:read',
  'links:read',
  'tenants:read',
  'tenants:write',
] as const

export type Scope = (typeof SCOPES)[number]

/** What a new key gets unless somebody chooses: signing links, erasing and other tenants are asked for by name. */
export const USUAL_SCOPES: readonly Scope[] = SCOPES.filter(
  (scope) => scope !== 'links:read' && scope !== 'documents:erase' && !scope.startsWith('tenants:')
)

/**
 * What somebody has to be allowed to do, in the environment of the key, before they may give a key this scope. A key is the account's, not its
 * maker's: it reaches the documents of everybody, and endpoints and events are about all of them.
 */
const NEEDED: Record<Scope, readonly Right[]> = {
  'documents:read': ['allDocuments'],
  'documents:write': ['documents', 'allDocuments'],
  'documents:erase': ['data'],
  'audit:read': ['allDocuments'],
  'webhooks:read': ['webhooks', 'allDocuments'],
  'webhooks:write': ['webhooks', 'allDocuments'],
  'usage:read': ['usage'],
  'links:read': ['signers', 'allDocuments'],
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
