import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Document from '../document.js'
import type { DocumentChange } from '../document_change.js'
import DocumentErased from '../errors/document_erased.js'
import LabelNotFound from '../errors/label_not_found.js'
import { query, type Statement } from '#app/tenancy/statement'
import { idsOf, namedLabels } from './named_labels.js'

/** Which labels a document gets and loses, by their ids. */
export interface Labelling {
  add?: readonly string[]
  remove?: readonly string[] | 'all others'
}

/** A label that somebody deletes at this moment is not given any more: the row stays until this unit ends, or is gone. */
const ADD = `
  insert into document_labels (document_id, label_id)
  select $1, id from labels where id = any ($2) order by id for key share on conflict do nothing`
const REMOVE = 'delete from document_labels where document_id = $1 and label_id = any ($2)'
const REMOVE_OTHERS =
  'delete from document_labels where document_id = $1 and label_id <> all ($2::text[])'

/** Nobody deletes it before this unit ends. @throws LabelNotFound */
export async function holdLabel(id: string): Promise<void> {
  const text = 'select id from labels where id = $1 for key share'
  const [[held]] = await CurrentTenant.batch([query<{ id: string }>(text, [id])])
  if (!held) throw new LabelNotFound()
}

/** Gives a document labels, and takes others away, in any state. It says nothing of its signing: the trail has no entry. @throws DocumentErased */
export function relabel(change: DocumentChange, { add = [], remove = [] }: Labelling): void {
  const { id, isErased } = change.document
  if (isErased) throw new DocumentErased()
  if (remove === 'all others') change.write({ text: REMOVE_OTHERS, values: [id, add] })
  else if (remove.length > 0) change.write({ text: REMOVE, values: [id, remove] })
  if (add.length > 0) change.write({ text: ADD, values: [id, add] })
}

/** Gives labels to a document that this unit has stored just now. @throws LabelsUnknown */
export async function label(document: Document, names: readonly string[]): Promise<void> {
  const labels = await namedLabels(names)
  await CurrentTenant.batch([labellingOf(document.id, idsOf(labels))])
  document.labels = labels
}

/** Gives labels, by their ids; those that are gone are left out. */
export function labellingOf(documentId: string, labelIds: readonly string[]): Statement {
  return { text: ADD, values: [documentId, labelIds] }
}
