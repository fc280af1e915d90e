import type Document from '#app/documents/document'
import { earlierValues } from '#app/documents/earlier_values'
import { FIELD_KINDS, isAdoptedType } from '#app/documents/field_kinds/index'
import type { Vault } from '#app/documents/files/vault'
import type Signer from '#app/documents/signers/signer'
import type { Placement } from '#app/sealing/seal_order'
import type { Mark } from '../finish.js'
import { withUploads } from '../attachments/upload.js'
import { answersTo, type AnswersInput } from '../signature/answers.js'

/** What one signer enters, as answers and as what stands on the pages. */
export interface Entered {
  answers: ReadonlyMap<string, string>
  placements: Placement[]
}

/** @throws AnswersRefused */
export function enteredBy(
  document: Document,
  signer: Signer,
  vault: Vault,
  { input, marks }: { input: AnswersInput; marks: readonly Mark[] }
): Entered {
  const fields = document.fieldsOf(signer)
  const given = withUploads(input, fields, vault)
  const answers = answersTo(fields, given, document.fields, earlierValues(document.fields, vault))
  const placements = fields.flatMap(({ id, type, page, x, y, width, height, options }) => {
    const stored = answers.get(id)
    if (stored === undefined) return []
    const place = { page, x, y, width, height }
    if (!isAdoptedType(type))
      return [{ ...place, ...FIELD_KINDS[type].stamp(stored, options ?? {}) }]
    const mark = marks.find(({ kind }) => kind === type)
    return mark ? [{ ...place, kind: 'signature' as const, value: mark.image }] : []
  })
  return { answers, placements }
}
