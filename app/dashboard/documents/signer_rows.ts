import { LIMITS } from '#app/documents/limits'
import { isRole, type SignerRole } from '#app/documents/signers/signer_role'
import { isEmailAddress } from '#app/foundation/email_address'
import { CERTIFICATE_DEMANDS, type CertificateDemand } from '#app/documents/signers/own_certificate'
import {
  CODE_CHANNELS,
  withoutSeparators,
  type CodeChannel,
} from '#app/documents/signers/one_time_code'
import type { PlacedField } from './placed_fields.js'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { isLanguage } from '#app/foundation/phrases/languages'
import { faultOfLine, faultOfText } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'

const CODES = ['accessCode', 'oneTimeCode', 'phone'] as const
const PARTS = ['name', 'email', 'identity', 'certificate', ...CODES, 'language', 'message'] as const

type PartOfRow = (typeof PARTS)[number]

/** A row of the form, as it was filled in. */
export interface SignerRow {
  role: SignerRole
  /** They sign on the device of a member. */
  inPerson: boolean
  name: string
  email: string
  /** As a program named the signer; people see nothing of it. */
  key: string
  /** When they sign, where signers sign one after another: those with the same number at the same time. Null is the place of the row. */
  order: number | null
  fields: readonly PlacedField[]
  /** They have to prove who they are when they sign. */
  mustProve: boolean
  /** Whether they sign with a certificate of their own as well; null where nobody asks for it. */
  certificate: CertificateDemand | null
  /** As it was typed; empty for none, or for the one that is set. */
  accessCode: string
  /** Of the code that is set; empty for none. */
  accessCommitment: string
  isCodeLifted: boolean
  /** How codes are sent to them; null for not at all. */
  oneTimeCode: CodeChannel | null
  /** As it was typed, for codes by SMS. */
  phone: string
  /** A language's key, or nothing. */
  language: string
  /** To them alone. */
  message: string
  errors: Partial<Record<PartOfRow, string>>
}

/** What the form calls the role of those who sign in person. */
const IN_PERSON = 'in_person'

/** More than may sign, so that the page can say so. */
const MAX_ROWS = LIMITS.signers + 10

/** In the order of their numbers, up to the last that somebody filled in. */
export function signerRows(
  form: ReadonlyMap<string, string>,
  placed: readonly PlacedField[]
): SignerRow[] {
  const rows = Array.from({ length: MAX_ROWS }, (_, number) => ({
    ...partOf(typedText(form.get(`signers[${number}][role]`))),
    name: typedText(form.get(`signers[${number}][name]`)),
    email: typedText(form.get(`signers[${number}][email]`)),
    key: keyOf(typedText(form.get(`signers[${number}][key]`))),
    order: orderOf(typedText(form.get(`signers[${number}][order]`))),
    mustProve: form.get(`signers[${number}][identity]`) === 'single_sign_on',
    certificate: demandOf(form.get(`signers[${number}][certificate]`)),
    accessCode: typedText(form.get(`signers[${number}][accessCode]`)),
    accessCommitment: commitmentOf(typedText(form.get(`signers[${number}][accessCommitment]`))),
    isCodeLifted: form.get(`signers[${number}][liftCode]`) === 'yes',
    oneTimeCode: channelOf(form.get(`signers[${number}][oneTimeCode]`)),
    phone: typedText(form.get(`signers[${number}][phone]`)),
    language: typedText(form.get(`signers[${number}][language]`)),
    message: typedText(form.get(`signers[${number}][message]`)),
    fields: placed.filter(({ signer }) => signer === number),
    errors: {},
  }))
  return rows.slice(0, rows.findLastIndex(isFilledIn) + 1)
}

function partOf(text: string): Pick<SignerRow, 'role' | 'inPerson'> {
  return { role: isRole(text) ? text : 'signer', inPerson: text === IN_PERSON }
}

function keyOf(text: string): string {
  return faultOfLine(text, LIMITS.name) ? '' : text
}

function commitmentOf(text: string): string {
  return /^[0-9a-f]{64}$/.test(text) ? text : ''
}

/** What a form says of a certificate of one's own. */
export function demandOf(value: unknown): CertificateDemand | null {
  return CERTIFICATE_DEMANDS.find((demand) => demand === value) ?? null
}

/** What a form says of codes that are sent. */
export function channelOf(value: unknown): CodeChannel | null {
  return CODE_CHANNELS.find((channel) => channel === value) ?? null
}

/** The number that codes go to; one that was typed before the way was changed is not kept. */
export function phoneOf(channel: CodeChannel | null, typed: string): string | undefined {
  return channel === 'sms' && typed ? withoutSeparators(typed) : undefined
}

function orderOf(text: string): number | null {
  const order = Number(text)
  return /^\d{1,2}$/.test(text) && order >= 1 && order <= LIMITS.signers ? order : null
}

export function isPartOfRow(part: unknown): part is PartOfRow {
  return PARTS.some((one) => one === part)
}

/** Somebody for whom there is a field is meant to sign, even without a name. */
export function isFilledIn({ name, email, fields }: SignerRow): boolean {
  return name !== '' || email !== '' || fields.length > 0
}

export function faultsOfRow(row: SignerRow, phrases: DashboardPhrasebook): SignerRow['errors'] {
  const { t } = phrases
  const { role, name, email, accessCode, language, message } = row
  const ofName = name ? faultOfLine(name, LIMITS.name, phrases) : t(`documents.nameless_${role}`)
  const ofEmail = isEmailAddress(email) ? null : t('common.not_an_address')
  const ofCode = accessCode ? faultOfLine(accessCode, LIMITS.accessCode, phrases) : null
  const ofMessage = faultOfText(message, LIMITS.message, phrases)
  return {
    ...(ofName && { name: ofName }),
    ...(ofEmail && { email: ofEmail }),
    ...(ofCode && { accessCode: ofCode }),
    ...(language && !isLanguage(language) && { language: t('contacts.unknown_language') }),
    ...(ofMessage && { message: ofMessage }),
  }
}
