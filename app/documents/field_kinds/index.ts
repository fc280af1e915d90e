import type { RowOf } from '#app/tenancy/row'
import { attachment } from './attachment.js'
import { checkbox } from './checkbox.js'
import { company } from './company.js'
import { date } from './date.js'
import { email } from './email.js'
import type { AdoptedKind, FieldKind } from './field_kind.js'
import { initials } from './initials.js'
import { name } from './name.js'
import { note } from './note.js'
import { number } from './number.js'
import { radio } from './radio.js'
import { select } from './select.js'
import { signature } from './signature.js'
import { text } from './text.js'

/** Every kind of field by the `type` that API and database know it by. One that either of the two lacks does not compile. */
export const FIELD_KINDS = {
  signature,
  date,
  initials,
  checkbox,
  text,
  radio,
  select,
  number,
  email,
  name,
  company,
  note,
  attachment,
} satisfies Record<RowOf<'fields'>['type'], FieldKind>

export type FieldType = keyof typeof FIELD_KINDS

/** Kinds whose fields all show the one mark that the signer has adopted. */
export type AdoptedType = {
  [T in FieldType]: (typeof FIELD_KINDS)[T] extends AdoptedKind ? T : never
}[FieldType]

export type EnteredType = Exclude<FieldType, AdoptedType>

export const FIELD_TYPES = Object.keys(FIELD_KINDS) as FieldType[]
export const ADOPTED_TYPES = FIELD_TYPES.filter(
  isAdoptedType
) satisfies RowOf<'signatures'>['kind'][]
export const ENTERED_TYPES = FIELD_TYPES.filter(isEnteredType)

export function isAdoptedType(type: FieldType): type is AdoptedType {
  return FIELD_KINDS[type].isAdopted
}

function isEnteredType(type: FieldType): type is EnteredType {
  return !isAdoptedType(type)
}
