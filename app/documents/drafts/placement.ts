import type { Actor } from '#app/audit/actor'
import { canonicalJson } from '#app/foundation/canonical_json'
import type { DocumentChange } from '../document_change.js'
import DraftChanged from '../errors/draft_changed.js'
import { asWritten } from './as_written.js'
import type { FieldInput } from './draft_input.js'
import { placementVersion } from './draft_version.js'
import { assertEditable, revise } from './revision.js'

/** Where the signers of a draft are to fill in what. */
export interface Placement {
  /** Of each signer, in the order of the draft's. */
  fields: readonly (readonly FieldInput[])[]
  /** Of the fields that those who placed these have seen (`placementVersion`). */
  version: string
  /** Where they were placed, for the trail. */
  editor: { id: string; origin: string }
}

/** Fields that are where they were leave no entry in the trail. */
export async function placeFields(
  change: DocumentChange,
  { fields, version, editor }: Placement,
  by: Actor
): Promise<void> {
  const { document } = change
  assertEditable(document)
  if (version !== placementVersion(document)) throw new DraftChanged()
  const signers = asWritten(document).map((signer, at) => ({ ...signer, fields: [...fields[at]] }))
  if (written(signers) === written(asWritten(document))) return
  await revise(change, { signers }, by, undefined, { changed: ['fields'], details: { editor } })
}

function written(signers: readonly { fields?: readonly FieldInput[] }[]): string {
  return canonicalJson(
    signers.map(({ fields = [] }) =>
      fields.map(({ unit: _, options = {}, ...field }) => ({ ...field, options }))
    )
  )
}
