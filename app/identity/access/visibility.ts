import type { Right } from './right.js'

/** Whose documents somebody sees: the id of their maker, or null for everybody's. */
export type Owner = string | null

export function visibleOwner(userId: string, may: (right: Right) => boolean): Owner {
  return may('allDocuments') ? null : userId
}

/**
 * The condition under which a row of `documents` is visible.
 *
 * @param owner  the placeholder of an `Owner`
 * @param documents  what the statement calls the table
 */
export function isVisible(owner: `$${number}`, documents = 'documents'): string {
  return `(${owner}::text is null or ${documents}.created_by = ${owner})`
}
