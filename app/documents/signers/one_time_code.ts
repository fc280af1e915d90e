import type { InputPath } from '#app/foundation/input_path'
import type { InputFault } from '#app/foundation/input_refused'
import { smsProvider } from '#app/sending/sms/configuration'
import DraftRefused from '../errors/draft_refused.js'
import type { Vault } from '../files/vault.js'

/** How a code may be sent to a signer, which they enter before the link shows anything. */
export const CODE_CHANNELS = ['email', 'sms'] as const

export type CodeChannel = (typeof CODE_CHANNELS)[number]

/** E.164: a plus, the country code and the number, without spaces. */
const PHONE = /^\+[1-9]\d{6,14}$/

const SHOWN_DIGITS = 3

export interface CodeSettings {
  accessCode?: string | null
  oneTimeCode?: CodeChannel | null
  phone?: string | null
}

interface Recipient {
  email: string
  oneTimeCode: CodeChannel | null
  phone: string | null
}

/** As people write numbers, with what separates the digits. */
export function withoutSeparators(phone: string): string {
  return phone.replaceAll(/[\s().\p{Pd}/]/gu, '')
}

/** What is wrong with how a signer is to get a code; nothing where it will do. @param at  where the caller named each part */
export function oneTimeCodeFaults(
  at: (part: 'oneTimeCode' | 'phone') => InputPath,
  { accessCode, oneTimeCode, phone }: CodeSettings
): InputFault[] {
  const fault = (part: 'oneTimeCode' | 'phone', code: string, message: string) => [
    { path: at(part), code, message },
  ]
  if (accessCode && oneTimeCode)
    return fault('oneTimeCode', 'one_code_only', 'Ask for an access code or a one-time code')
  if (oneTimeCode !== 'sms')
    return phone ? fault('phone', 'without_sms', 'A number is for codes by SMS alone') : []
  if (smsProvider.value === null)
    return fault('oneTimeCode', 'sms_not_offered', 'This service sends no SMS: use email')
  if (!phone) return fault('phone', 'required', 'A code by SMS needs a phone number')
  return PHONE.test(phone)
    ? []
    : fault('phone', 'not_e164', 'Write the number with its country code, as in +4915112345678')
}

/** Codes can still be sent the way that was chosen when the draft was written. @throws DraftRefused */
export function assertCodesSent(signers: readonly CodeSettings[]): void {
  const faults = signers.flatMap(({ oneTimeCode, phone }, index) =>
    oneTimeCodeFaults((part) => ['signers', index, part], { oneTimeCode, phone })
  )
  if (faults.length > 0) throw new DraftRefused(faults)
}

/** Binds the way and the place that a signer’s codes go to: entered with another, they let nobody in. */
export function commitmentToChannel(vault: Vault, signer: Recipient): string {
  return vault.commitmentTo('one-time-code', `${signer.oneTimeCode}|${placeOf(signer)}`)
}

/** The address or number, so that its owner knows it and nobody else learns it. */
export function maskedPlace(signer: Recipient): string {
  const place = placeOf(signer)
  if (signer.oneTimeCode === 'sms') return `•••• ${place.slice(-SHOWN_DIGITS)}`
  const [first] = place
  return `${first}•••${place.slice(place.lastIndexOf('@'))}`
}

function placeOf({ oneTimeCode, phone, email }: Recipient): string {
  return oneTimeCode === 'sms' ? (phone ?? '') : email.toLowerCase()
}
