import { FIELD_KINDS, FIELD_TYPES, type FieldType } from '#app/documents/field_kinds/index'

/** What is used most stands first; the rest opens by a button, in the order of the table. */
const USUAL: readonly FieldType[] = ['signature', 'initials', 'date', 'text', 'checkbox']

const types = [...new Set([...USUAL, ...FIELD_TYPES])]

/** Every kind of field as the board offers it, with the box in points that it first gets. */
export const FIELD_PALETTE = types.map((type) => ({
  type,
  isUsual: USUAL.includes(type),
  ...FIELD_KINDS[type].place,
}))
