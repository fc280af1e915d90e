import type { Environment } from '#app/foundation/environment'
import type { PlatformRow, RowOf } from '#app/tenancy/row'
import { CONSOLE_RIGHTS, RIGHTS, type ConsoleRight, type Right } from './right.js'

/**
 * Everything that counts of a role: a new one is a row here, a step of SQL that lets `users.role` hold it, and its words in the phrasebook
 * (`common.role_`, `members.role_text_`). The row does not compile without the step, nor the other way round.
 */
interface RoleTerms {
  readonly rights: readonly Right[]
  /** In the sandbox beside these. */
  readonly inSandbox?: readonly Right[]
  /** Given by people who have it themselves, alone. */
  readonly isOwnership?: true
}

/** From the one with the most rights to the one with the fewest. */
const TERMS = {
  owner: {
    rights: RIGHTS,
    isOwnership: true,
  },
  admin: {
    rights: RIGHTS.filter((right) => !['plan', 'data', 'visits'].includes(right)),
  },
  developer: {
    rights: [
      ...['ownAccount', 'documents', 'signers', 'mailbox'],
      ...['keys', 'webhooks', 'integrations', 'usage'],
    ],
    // a developer's playground is the sandbox, not other people's contracts
    inSandbox: ['allDocuments'],
  },
  member: {
    rights: ['ownAccount', 'documents', 'signers', 'mailbox'],
  },
  viewer: {
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

export function rightsOf(role: Role, environment: Environment): readonly Right[] {
  const { rights, inSandbox = [] } = BY_ROLE[role]
  return environment === 'test' ? [...rights, ...inSandbox] : rights
}

/** Whom to ask for what one may not do oneself. */
export function rolesWith(right: Right, environment: Environment): Role[] {
  return ROLES.filter((role) => rightsOf(role, environment).includes(right))
}

/** Which roles somebody may give. */
export function rolesGivenBy(giver: Role): Role[] {
  return ROLES.filter((role) => !BY_ROLE[role].isOwnership || BY_ROLE[giver].isOwnership)
}

/** Who may do this at the console. */
export function operatorRolesWith(right: ConsoleRight): OperatorRole[] {
  return OPERATOR_ROLES.filter((role) => consoleRightsOf(role).includes(right))
}

export function consoleRightsOf(role: OperatorRole): readonly ConsoleRight[] {
  return OF_OPERATORS[role]
}
