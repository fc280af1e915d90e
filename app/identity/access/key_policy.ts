import type { Right } from './right.js'
import { rightsMissingFor, type Scope } from './scope.js'

interface Asks {
  readonly rights: readonly Right[]
  /** It says what a key may do, or shows one: only to people who may do all that themselves. */
  readonly isGiving?: true
}

/** What each act on an API key takes. */
const ACTS = {
  view: { rights: ['keys'] },
  revoke: { rights: ['keys'] },
  issue: { rights: ['keys'], isGiving: true },
  change: { rights: ['keys'], isGiving: true },
  rotate: { rights: ['keys'], isGiving: true },
} as const satisfies Record<string, Asks>

export type KeyAct = keyof typeof ACTS

/** Who may do what with an API key. Each environment has its own, so rights are those of the key's environment. */
export const KeyPolicy = {
  rightsFor(act: KeyAct): readonly Right[] {
    return ACTS[act].rights
  },

  may(act: KeyAct, scopes: readonly Scope[], may: (right: Right) => boolean): boolean {
    const { rights, isGiving }: Asks = ACTS[act]
    if (!rights.every(may)) return false
    return !isGiving || KeyPolicy.missing(scopes, may).length === 0
  },

  /** Which rights somebody lacks for a key with these scopes. */
  missing(scopes: readonly Scope[], may: (right: Right) => boolean): readonly Right[] {
    return rightsMissingFor(scopes, may)
  },
}
