import type { Actor } from '#app/audit/actor'
import type { Language } from '#app/foundation/phrases/languages'
import type { CertificateDemand } from '../signers/own_certificate.js'
import type { CodeChannel } from '../signers/one_time_code.js'
import type { IdentityCheck } from '../signers/signer_identity.js'
import type { FieldOptions } from '../field_kinds/field_options.js'
import type { ReminderPlan } from '../reminder_plan.js'
import type { SignerRole } from '../signers/signer_role.js'
import type { FieldType } from '../field_kinds/index.js'

/** A field as it was asked for; `percent` reads the four numbers as percent of the page. */
export interface FieldInput {
  type: FieldType
  page: number
  x: number
  y: number
  width: number
  height: number
  unit?: 'pt' | 'percent'
  options?: FieldOptions
  /** Where it stood in the list that was sent, if it may stand somewhere else now: faults name it by this. */
  sentAt?: number
}

/** Of which template a document was made, and of which of its versions. */
export interface TemplateVersion {
  id: string
  version: number
  /** The form that somebody filled in whose address was proved by mail. */
  form?: string
  /** The bulk send of which it is a row. */
  bulkSend?: string
}

export interface SignerInput {
  /** What they are asked for; to sign, unless this says otherwise. */
  role?: SignerRole
  /** Whether they sign on the device of a member, and get no link. */
  inPerson?: boolean
  name: string
  email: string
  key?: string
  order?: number
  identity?: IdentityCheck
  /** Whether they may, or have to, sign with a certificate of their own as well. */
  certificate?: CertificateDemand
  /** They have to enter it before the link shows anything. */
  accessCode?: string
  /** Of a code that was set earlier in the same draft; a code beside it takes its place. */
  accessCommitment?: string
  /** How a code is sent to them, which they have to enter before the link shows anything. Not beside a code that was agreed. */
  oneTimeCode?: CodeChannel
  /** In E.164; for codes by SMS alone. */
  phone?: string
  /** What pages and mails speak to them, until they choose themselves. */
  language?: Language
  /** To them alone. */
  message?: string
  fields?: FieldInput[]
}

/** What makes a document beside its file. `signer` of a field is an address or a signer's key. */
export interface DraftInput {
  title: string
  message?: string
  expiresInDays?: number
  metadata?: Record<string, string>
  redirectUrl?: string
  signers: SignerInput[]
  fields?: (FieldInput & { signer: string })[]
  /** The team that it belongs to, where that is not the one who makes it. */
  holderId?: string
  /** When its signers are reminded; else they are once, before it expires. */
  reminders?: ReminderPlan | null
  /** Whether its signers may hand signing over to somebody else; they may not unless this says so. */
  allowDelegation?: boolean
  /** What is added to it is written in, such as its certificate; null for what the brand begins with. */
  language?: Language | null
  /** Names of labels that it gets. */
  labels?: readonly string[]
  /** The template that it is made of. */
  template?: TemplateVersion
  by: Actor
}
