import type { CodeChannel, CodeSettings } from '#app/documents/signers/one_time_code'
import type Signer from '#app/documents/signers/signer'
import { LIMITS } from '#app/documents/limits'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { channelOf, phoneOf } from './signer_rows.js'

/** What the form of a correction says of codes. */
export interface CodeValues {
  /** Another one; empty leaves it as it is. */
  accessCode: string
  isCodeLifted: boolean
  oneTimeCode: CodeChannel | null
  phone: string
  /** Wrong codes are to be forgotten. */
  isUnlocked: boolean
}

/** As the signer has it now. */
export function codesOf({ oneTimeCode, phone }: Signer): CodeValues {
  const unasked = { accessCode: '', isCodeLifted: false, isUnlocked: false }
  return { ...unasked, oneTimeCode, phone: phone ?? '' }
}

export function typedCodes(body: Record<string, unknown>): CodeValues {
  return {
    accessCode: typedText(body.accessCode),
    isCodeLifted: body.liftCode === 'yes',
    oneTimeCode: channelOf(body.oneTimeCode),
    phone: typedText(body.phone),
    isUnlocked: body.unlock === 'yes',
  }
}

export function faultOfCode(
  { accessCode }: CodeValues,
  phrases: DashboardPhrasebook
): string | null {
  return accessCode ? faultOfLine(accessCode, LIMITS.accessCode, phrases) : null
}

export function codeCorrection(values: CodeValues, signer: Signer): CodeSettings {
  const { accessCode, isCodeLifted, oneTimeCode } = values
  const phone = phoneOf(oneTimeCode, values.phone) ?? null
  return {
    accessCode: accessCode || (isCodeLifted ? null : undefined),
    oneTimeCode: isChannelNamed(values, signer) ? oneTimeCode : undefined,
    phone: oneTimeCode === 'sms' && phone !== signer.phone ? phone : undefined,
  }
}

/** Of one of whom nothing else can be corrected: the code that is asked for stays what it is. */
export function codeUnlocking({ accessCode }: CodeValues, { oneTimeCode }: Signer): CodeSettings {
  return oneTimeCode === null ? { accessCode: accessCode || undefined } : { oneTimeCode }
}

/** The form always says how codes are sent; naming the same way again forgets wrong codes. */
function isChannelNamed(
  { oneTimeCode, accessCode, isUnlocked }: CodeValues,
  signer: Signer
): boolean {
  if (oneTimeCode !== signer.oneTimeCode) return true
  return oneTimeCode !== null && (isUnlocked || accessCode !== '')
}
