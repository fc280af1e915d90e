import type { PlacedField } from '#app/documents/drafts/field_placement'
import type { ReminderPlan } from '#app/documents/reminder_plan'
import type { CodeChannel } from '#app/documents/signers/one_time_code'
import type { CertificateDemand } from '#app/documents/signers/own_certificate'
import { isActing, type SignerRole } from '#app/documents/signers/signer_role'
import type { Language } from '#app/foundation/phrases/languages'
import type { FieldInput } from '#app/documents/drafts/draft_input'

/** As a document's author writes it, in points. */
export type RoleField = Omit<PlacedField, 'options'> & Pick<FieldInput, 'options'>

/** Who signs, without saying which person. */
export interface Role {
  /** Unique in its template, whatever its case. */
  name: string
  /** What the person in it is asked for; missing where that is to sign. */
  role?: SignerRole
  /** Whether they sign on the device of a member. */
  inPerson?: true
  /** How codes are sent to the person in it, before the link shows anything. */
  oneTimeCode?: CodeChannel
  /** Whether the person in it may, or has to, sign with a certificate of their own as well. */
  certificate?: CertificateDemand
  /** When they sign, where roles sign one after another. */
  order: number | null
  fields: RoleField[]
}

/** Whether a form can give it to a visitor: they do something, on their own device, and leave no phone number. */
export function isForVisitors(role: Role): boolean {
  return isActing(role) && !role.inPerson && role.oneTimeCode !== 'sms'
}

/** Whether a number has to be known of somebody, which only who uses the template can give. */
export function needsPhones(roles: readonly Role[]): boolean {
  return roles.some(({ oneTimeCode }) => oneTimeCode === 'sms')
}

/** What one version of a template says, beside its file. */
export interface TemplateContent {
  /** Also that of the documents made of it, unless they are given another. */
  title: string
  message: string | null
  expiresInDays: number
  roles: Role[]
  /** Of the documents made of it; without one they have the usual reminder. */
  reminders?: ReminderPlan
  /** Whether signers of the documents made of it may hand signing over; missing where they may not. */
  allowDelegation?: true
  /** What is added to the documents made of it is written in; missing for what the brand begins with. */
  language?: Language
}

/** What a version says, as somebody asks for it who changes some of it. Reminders stay where they are not given. */
export function inputOf({
  message,
  roles,
  title,
  expiresInDays,
  allowDelegation,
  language,
}: TemplateContent): TemplateInput {
  return {
    ...{ title, expiresInDays, allowDelegation, language },
    message: message ?? undefined,
    roles: roles.map(({ order, ...role }) => ({ ...role, ...(order !== null && { order }) })),
  }
}

export interface RoleInput {
  name: string
  role?: SignerRole
  inPerson?: boolean
  oneTimeCode?: CodeChannel
  certificate?: CertificateDemand
  order?: number
  fields?: FieldInput[]
}

/** The same as somebody asks for it. */
export interface TemplateInput {
  title: string
  message?: string
  expiresInDays?: number
  allowDelegation?: boolean
  language?: Language | null
  /** Null for the usual one; of a template that is there, what is not given stays. */
  reminders?: ReminderPlan | null
  roles: RoleInput[]
}
