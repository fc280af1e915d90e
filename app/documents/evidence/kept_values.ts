import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import type Document from '../document.js'
import type { Vault } from '../files/vault.js'
import type { ProvenDocument } from './proven_document.js'

export type KeptMark = RowOf<'signatures', 'signer_id' | 'kind' | 'image'>

const MARKS = `select signer_id, kind, image from signatures
  where signer_id in (select id from signers where document_id = $1)`

/** What signers drew, typed or uploaded as their signatures and initials. */
export function keptMarks(documentId: string) {
  return query<KeptMark>(MARKS, [documentId])
}

/** By what name a signature or initials are enveloped and committed to. */
export function markName(signerId: string, kind: string): string {
  return `${signerId}|${kind}`
}

/** By their names. */
export function marksByName(kept: readonly KeptMark[]): ReadonlyMap<string, Buffer> {
  return new Map(kept.map((row) => [markName(row.signer_id, row.kind), row.image]))
}

/** Fields whose value is not the one that the trail commits to; earlier releases committed to none. */
export function valueFaults(
  { fields }: Document,
  { values }: ProvenDocument,
  vault: Vault
): string[] {
  return fields
    .filter(({ id, value }) => (value ? !vault.holds(id, value, values.get(id)) : values.has(id)))
    .map(({ id }) => `the value of ${id} is not the one that was entered`)
}

export function markFaults(
  { signers }: ProvenDocument,
  kept: readonly KeptMark[],
  vault: Vault
): string[] {
  const images = marksByName(kept)
  return signers.flatMap(({ id, marks }) =>
    Object.entries(marks)
      .filter(([kind, commitment]) => {
        const name = markName(id, kind)
        const image = images.get(name)
        return !image || !vault.holds(name, image, commitment)
      })
      .map(([kind]) => `the ${kind} of ${id} is not the one that was given`)
  )
}
