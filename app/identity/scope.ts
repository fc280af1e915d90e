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

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}
