/** What a document may be, shown in the documentation and in `details.limit`. */
export const LIMITS = {
  /** As it is typed, with spaces and hyphens. */
  accessCode: 100,
  /** Of a file that a signer hands in, and how many of a document are asked for. */
  attachmentBytes: 10 * 1024 * 1024,
  attachments: 20,
  fileBytes: 25 * 1024 * 1024,
  pages: 500,
  /** Of one document, together no larger than one may be, and with no more pages. */
  files: 10,
  signers: 50,
  fields: 500,
  title: 255,
  name: 200,
  message: 5_000,
  textValue: 2_000,
  metadataKeys: 20,
  metadataValue: 500,
  expiresInDays: 365,
} as const

export const DEFAULT_EXPIRES_IN_DAYS = 30
