import type { Environment } from '#app/foundation/environment'
import { ROLES, type Role } from './role.js'

/** What somebody may do in an account beyond looking at their own documents. */
export const RIGHTS = [
  'documents',
  'signers',
  'allDocuments',
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

const OF_DEVELOPERS: readonly Right[] = [
  'documents',
  'signers',
  'mailbox',
  'keys',
  'webhooks',
  'integrations',
  'usage',
]

/** Plan, ownership and deletion are the owner's alone. */
const BY_ROLE: Record<Role, readonly Right[]> = {
  owner: RIGHTS,
  admin: RIGHTS.filter((right) => right !== 'plan' && right !== 'data'),
  developer: OF_DEVELOPERS,
  member: ['documents', 'signers', 'mailbox'],
  viewer: [],
}

/** A developer's playground is the sandbox, not other people's contracts. */
const IN_SANDBOX: Partial<Record<Role, readonly Right[]>> = {
  developer: [...OF_DEVELOPERS, 'allDocuments'],
}

export function rightsOf(role: Role, environment: Environment): readonly Right[] {
  return (environment === 'test' ? IN_SANDBOX[role] : undefined) ?? BY_ROLE[role]
}

/** Whom to ask for what one may not do oneself. */
export function rolesWith(right: Right, environment: Environment): Role[] {
  return ROLES.filter((role) => rightsOf(role, environment).includes(right))
}
