import type { Environment } from '#app/foundation/environment'
import type { Role } from '#app/identity/user'

/** What somebody may do in the dashboard beyond looking at their own documents. */
export const RIGHTS = [
  'documents',
  'mailbox',
  'keys',
  'webhooks',
  'integrations',
  'members',
  'usage',
  'brand',
  'domains',
  'sender',
  'tenants',
  'security',
  'data',
  'plan',
] as const

export type Right = (typeof RIGHTS)[number]

/** Plan, ownership and deletion are the owner's alone. */
const BY_ROLE: Record<Role, readonly Right[]> = {
  owner: RIGHTS,
  admin: RIGHTS.filter((right) => right !== 'plan' && right !== 'data'),
  developer: ['documents', 'mailbox', 'keys', 'webhooks', 'integrations', 'usage'],
  member: ['documents', 'mailbox'],
  viewer: [],
}

export function rightsOf(role: Role): readonly Right[] {
  return BY_ROLE[role]
}

/** Others see the documents that are their own. A developer's playground is the sandbox, not other people's contracts. */
export function seesAllDocuments(role: Role, environment: Environment): boolean {
  return role === 'owner' || role === 'admin' || (role === 'developer' && environment === 'test')
}
