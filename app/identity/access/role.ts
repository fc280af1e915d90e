import type { Environment } from '#app/foundation/environment'
import type { PlatformRow, RowOf } from '#app/tenancy/row'
import { CONSOLE_RIGHTS, RIGHTS, type ConsoleRight, type Right } from './right.js'

/**
 * Everything that there is to say of a role: a new one is a row here, and a step of SQL that lets `users.role` hold it. One without
 * the other does not compile.
 */
interface RoleTerms {
  readonly label: string
  /** For the person who chooses it. */
  readonly text: string
  readonly rights: readonly Right[]
  /** In the sandbox beside these. */
  readonly inSandbox?: readonly Right[]
  /** Given by people who have it themselves, alone. */
  readonly isOwnership?: true
}

/** From the one with the most rights to the one with the fewest. */
const TERMS = {
  owner: {
    label: 'Owner',
    text: 'Everything, including plan, ownership and deletion.',
    rights: RIGHTS,
    isOwnership: true,
  },
  admin: {
    label: 'Admin',
    text: 'Everything except plan, ownership and deletion.',
    rights: RIGHTS.filter((right) => !['plan', 'data', 'visits'].includes(right)),
  },
  developer: {
    label: 'Developer',
    text: 'Keys, webhooks and the sandbox; in live only their own and their teams’ documents.',
    rights: [
      ...['ownAccount', 'documents', 'signers', 'mailbox'],
      ...['keys', 'webhooks', 'integrations', 'usage'],
    ],
    // a developer's playground is the sandbox, not other people's contracts
    inSandbox: ['allDocuments'],
  },
  member: {
    label: 'Member',
    text: 'Can send documents, and see their own, their teams’ and what is shared with them.',
    rights: ['ownAccount', 'documents', 'signers', 'mailbox'],
  },
  viewer: {
    label: 'Viewer',
    text: 'Can only look at documents that are shared with them or their teams.',
    rights: ['ownAccount'],
  },
} as const satisfies Record<RowOf<'users'>['role'], RoleTerms>

export type Role = keyof typeof TERMS

const BY_ROLE: Record<Role, RoleTerms> = TERMS

export const ROLES = Object.keys(TERMS) as Role[]

/** For somebody who is gone. */
export const LEAST_ROLE: Role = 'viewer'

/** What a form proposes. */
export const USUAL_ROLE: Role = 'member'

/** Of people who work for the platform, and are nobody at a tenant's host. */
const OF_OPERATORS = {
  admin: CONSOLE_RIGHTS,
  operator: [],
} as const satisfies Record<PlatformRow<'operators'>['role'], readonly ConsoleRight[]>

export type OperatorRole = keyof typeof OF_OPERATORS

export const OPERATOR_ROLES = Object.keys(OF_OPERATORS) as OperatorRole[]

/** Whether one has more rights than the other. */
export function outranks(role: Role, other: Role): boolean {
  return ROLES.indexOf(role) < ROLES.indexOf(other)
}

export function roleLabel(role: Role): string {
  return TERMS[role].label
}

export function rightsOf(role: Role, environment: Environment): readonly Right[] {
  const { rights, inSandbox = [] } = BY_ROLE[role]
  return environment === 'test' ? [...rights, ...inSandbox] : rights
}

/** Whom to ask for what one may not do oneself. */
export function rolesWith(right: Right, environment: Environment): Role[] {
  return ROLES.filter((role) => rightsOf(role, environment).includes(right))
}

/** Which roles somebody may give. */
export function rolesGivenBy(giver: Role): { value: Role; label: string; text: string }[] {
  return ROLES.filter((role) => !BY_ROLE[role].isOwnership || BY_ROLE[giver].isOwnership).map(
    (value) => ({ value, label: TERMS[value].label, text: TERMS[value].text })
  )
}

/** Who may do this at the console. */
export function operatorRolesWith(right: ConsoleRight): OperatorRole[] {
  return OPERATOR_ROLES.filter((role) => consoleRightsOf(role).includes(right))
}

export function consoleRightsOf(role: OperatorRole): readonly ConsoleRight[] {
  return OF_OPERATORS[role]
}
