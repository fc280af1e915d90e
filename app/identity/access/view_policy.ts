import type { Right } from './right.js'

type May = (right: Right) => boolean

/** Who shares saved views, and who changes those of others. Everybody saves their own. */
export const ViewPolicy = {
  /** With a team that they are in. */
  mayShareWithTeam(may: May): boolean {
    return may('documents')
  },

  /** With all members of the account. */
  mayShareWithEverybody(may: May): boolean {
    return may('documents') && may('allDocuments')
  },

  /** One that they see: their own, or what somebody shared who may be gone. */
  mayChange(isOwn: boolean, may: May): boolean {
    return isOwn || ViewPolicy.mayShareWithEverybody(may)
  },
}
