import vine from '@vinejs/vine'
import type { FieldInput } from '#app/documents/drafts/draft_input'
import { fieldOptions } from '#app/documents/field_kinds/options_form'
import { FIELD_TYPES } from '#app/documents/field_kinds/index'
import { LIMITS } from '#app/documents/limits'

/** A field as the board sends it, in percent of its page or in points; `signer` is the number of a row. */
export type PlacedField = FieldInput & { signer: number }

/** Far more than a page measures in points; whether it is on its page, the draft checks. */
const MAX_LENGTH = 100_000

const length = () => vine.number({ strict: true }).min(0).max(MAX_LENGTH)
const number = (max: number) => vine.number({ strict: true }).withoutDecimals().max(max)

const validator = vine.compile(
  vine
    .array(
      vine.object({
        signer: number(LIMITS.signers).min(0),
        type: vine.enum(FIELD_TYPES),
        page: number(LIMITS.pages).min(1),
        x: length(),
        y: length(),
        width: length(),
        height: length(),
        unit: vine.enum(['pt', 'percent'] as const).optional(),
        options: fieldOptions().optional(),
      })
    )
    .maxLength(LIMITS.fields)
)

/** Null for what no board of ours has sent. */
export async function placedFields(sent: string): Promise<PlacedField[] | null> {
  const [error, fields] = await validator.tryValidate(parsed(sent))
  return error ? null : fields.map((field) => ({ ...field, unit: field.unit ?? 'percent' }))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text || '[]')
  } catch {
    return null
  }
}
