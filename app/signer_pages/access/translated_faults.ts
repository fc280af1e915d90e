import { ADOPTED_TYPES, FIELD_KINDS } from '#app/documents/field_kinds/index'
import type { Phrasebook, PhraseKey } from '#app/foundation/phrases/phrasebook'

interface Fault {
  param?: string
  code: string
  message: string
  limit?: number
  characters?: string
  example?: string
}

interface Failure extends Fault {
  details?: unknown
}

/** By the code of a fault. Our own pages send nothing that is not here. */
const PHRASES: Record<string, PhraseKey> = {
  required: 'faults.empty',
  too_long: 'faults.too_long',
  too_short: 'faults.too_short',
  no_match: 'faults.no_match',
  does_not_fit: 'faults.does_not_fit',
  not_a_number: 'faults.not_a_number',
  not_a_whole_number: 'faults.not_a_whole_number',
  too_small: 'faults.too_small',
  too_large: 'faults.too_large',
  not_a_choice: 'faults.not_a_choice',
  not_chosen: 'faults.not_chosen',
  two_chosen: 'faults.two_chosen',
  not_ticked: 'faults.not_ticked',
  not_plain: 'faults.not_plain',
  no_glyph: 'faults.no_glyph',
  no_hand: 'faults.no_hand',
  not_drawn: 'faults.not_drawn',
  not_typed: 'faults.not_typed',
  picture_too_large: 'faults.picture_too_large',
  picture_unreadable: 'faults.picture_unreadable',
  picture_blank: 'faults.picture_blank',
  upload_gone: 'faults.upload_gone',
  attachment_kind: 'faults.attachment_kind',
  attachment_too_large: 'faults.attachment_too_large',
  attachment_locked: 'faults.attachment_locked',
  attachment_unreadable: 'faults.attachment_unreadable',
  unreadable_mark: 'faults.unreadable_mark',
  certificate_missing: 'sign.own_missing',
  certificate_not_asked: 'faults.certificate_unreadable',
  certificate_term: 'faults.certificate_term',
  certificate_unfit: 'faults.certificate_unfit',
  certificate_unreadable: 'faults.certificate_unreadable',
  certificate_value: 'faults.certificate_unreadable',
}

/** What was refused to a signer's browser, each fault in the signer's language. */
export function translatedFaults({ code, message, param, details }: Failure, phrases: Phrasebook) {
  if (code !== 'validation_failed') return { code, message, param, details }
  const faults = (details as Fault[]).map((fault) => ({
    ...fault,
    message: translated(fault, phrases),
  }))
  return { code, message: faults[0].message, param, details: faults }
}

function translated(
  { param, code, limit = 0, characters = '', example = '' }: Fault,
  { t }: Phrasebook
): string {
  const key = (code === 'required' && missingMark(param)) || PHRASES[code] || 'faults.misplaced'
  return t(key, { max: limit, characters, example })
}

/** @param param  of the fault, which is the type itself where its mark is not there */
function missingMark(param?: string): PhraseKey | undefined {
  const type = ADOPTED_TYPES.find((one) => one === param)
  return type && FIELD_KINDS[type].refusal.phrase
}
