import OwnersOnly from '../errors/owners_only.js'
import type { Right } from './right.js'
import type { Role } from './role.js'

interface Asks {
  readonly rights: readonly Right[]
  /** Nobody does it to themselves. */
  readonly isOfOthers?: true
}

/** What each act on a member takes of a role. */
const ACTS = {
  view: { rights: ['members'] },
  invite: { rights: ['members'] },
  /** Their role, whether they may log in, and whether they are a member at all. */
  change: { rights: ['members'] },
  handDocumentsOver: { rights: ['members'] },
  recoverFactor: { rights: ['plan', 'members'], isOfOthers: true },
  transferAccount: { rights: ['plan', 'members'], isOfOthers: true },
} as const satisfies Record<string, Asks>

export type MemberAct = keyof typeof ACTS

interface Person {
  readonly id: string
  readonly role: Role
}

/** Who may do what with a member. Of which tenant is no question here: a member of another one does not exist. */
export const MemberPolicy = {
  rightsFor(act: MemberAct): readonly Right[] {
    return ACTS[act].rights
  },

  /** Whether a page offers it. @param may  what the one who looks may do; `by` is a visitor of support as well */
  may(act: MemberAct, by: Person, member: Person, may: (right: Right) => boolean): boolean {
    const { rights, isOfOthers }: Asks = ACTS[act]
    if (isOfOthers && by.id === member.id) return false
    return rights.every(may) && MemberPolicy.reaches(by.role, member.role)
  },

  /** Owners are made, changed and sent away by owners alone. */
  reaches(by: Role, role: Role): boolean {
    return role !== 'owner' || by === 'owner'
  },

  /** Of somebody whose role allows it, about a role that is changed, given or taken. @throws OwnersOnly */
  require(by: Role, role: Role): void {
    if (!MemberPolicy.reaches(by, role)) throw new OwnersOnly()
  },
}
