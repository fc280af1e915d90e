import DocumentAccessInsufficient from '../errors/document_access_insufficient.js'
import type { Right } from './right.js'

/** From the least to the most: shared to read, shared to manage, or one's own, one's team's and everybody's for those who see all. */
const ACCESS = ['read', 'manage', 'hold'] as const

export type Access = (typeof ACCESS)[number]

/** How somebody can share a document. */
export const SHARED_ACCESS = ['read', 'manage'] as const satisfies readonly Access[]

export type SharedAccess = (typeof SHARED_ACCESS)[number]

interface Asks {
  readonly rights: readonly Right[]
  readonly access: Access
}

/** What each act on a document takes of a role, and of the relation to the document. */
const ACTS = {
  view: { rights: [], access: 'read' },
  follow: { rights: ['ownAccount'], access: 'read' },
  copy: { rights: ['documents'], access: 'read' },
  change: { rights: ['documents'], access: 'manage' },
  handleSigners: { rights: ['signers'], access: 'manage' },
  readIdentity: { rights: ['members'], access: 'read' },
  share: { rights: ['documents'], access: 'hold' },
  erase: { rights: ['data'], access: 'hold' },
} as const satisfies Record<string, Asks>

export type DocumentAct = keyof typeof ACTS

/** Who may do what with a document that they see; `visibility.ts` says which those are. */
export const DocumentPolicy = {
  rightsFor(act: DocumentAct): readonly Right[] {
    return ACTS[act].rights
  },

  may(act: DocumentAct, access: Access, may: (right: Right) => boolean): boolean {
    return ACTS[act].rights.every(may) && isEnough(act, access)
  },

  /** Of somebody whose role allows it. @throws DocumentAccessInsufficient */
  require(act: DocumentAct, access: Access): void {
    if (!isEnough(act, access)) throw new DocumentAccessInsufficient(ACTS[act].access)
  },
}

function isEnough(act: DocumentAct, access: Access): boolean {
  return ACCESS.indexOf(access) >= ACCESS.indexOf(ACTS[act].access)
}
