/** What words depend on beside the document and their reader. */
export interface Enclosed {
  /** The signer of whom it tells a member. */
  aboutId: string | null
  messageId: string
  hasFiles: boolean
}
