import type { EventName } from './event_name.js'

/** Something that has happened to a noun, in the past tense. */
export interface Occurrence {
  /** `document.sent`; internal ones, which no webhook tells, start with the noun they concern: `signer.invited`. */
  readonly name: EventName
  /** The id of the noun. */
  readonly ref: string
  readonly documentId?: string
  /** What subscribers are told it is, where that is not its name: an example is no occurrence of what it shows. */
  readonly publicName?: string
  /** What subscribers are told beside id, environment and time. Without it the occurrence is internal and leaves no event. */
  readonly data?: Readonly<Record<string, unknown>>
}
