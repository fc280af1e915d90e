import { LIMITS } from '#app/documents/limits'
import { withoutSeparators } from '#app/documents/signers/one_time_code'
import { isEmailAddress } from '#app/foundation/email_address'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { isLanguage } from '#app/foundation/phrases/languages'
import { faultOfLine, faultOfText } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import type { Role } from '#app/templates/template_content'
import type { Person } from '#app/templates/use'

export const PARTS = ['name', 'email', 'phone', 'language', 'message'] as const

type Part = (typeof PARTS)[number]

/** Who takes a role, as it was filled in. */
export interface RoleRow {
  role: string
  /** Whether the person signs nothing. */
  getsCopy: boolean
  name: string
  email: string
  /** Where codes by SMS go; null where the role has none. */
  phone: string | null
  /** A language's key, or nothing. */
  language: string
  /** To them alone. */
  message: string
  order: number | null
  errors: Partial<Record<Part, string>>
}

export function roleRow(
  { name: role, order, role: part, oneTimeCode }: Role,
  typed: Record<string, unknown>
): RoleRow {
  return {
    role,
    getsCopy: part === 'copy',
    order,
    name: typedText(typed.name),
    email: typedText(typed.email),
    phone: oneTimeCode === 'sms' ? typedText(typed.phone) : null,
    language: typedText(typed.language),
    message: typedText(typed.message),
    errors: {},
  }
}

export function personIn({ role, name, email, phone, language, message }: RoleRow): Person {
  return {
    ...{ role, name, email },
    ...(phone && { phone: withoutSeparators(phone) }),
    ...(isLanguage(language) && { language }),
    ...(message && { message }),
  }
}

export function faultsOfRole(row: RoleRow, phrases: DashboardPhrasebook): RoleRow['errors'] {
  const { t } = phrases
  const { name, email, language, message, getsCopy } = row
  const ofName = name
    ? faultOfLine(name, LIMITS.name, phrases)
    : t(getsCopy ? 'templates.who_gets_copy' : 'templates.who_is_signer')
  const ofMessage = faultOfText(message, LIMITS.message, phrases)
  return {
    ...(ofName && { name: ofName }),
    ...(!isEmailAddress(email) && { email: t('templates.not_email') }),
    ...(language && !isLanguage(language) && { language: t('contacts.unknown_language') }),
    ...(ofMessage && { message: ofMessage }),
  }
}
