import { iso } from '#app/documents/document_transformer'
import type { CountedLabel } from '#app/documents/labels/label'

/** A label as the API shows it; every field that leaves is named here. */
export function transformed({ id, name, color, documents, created_at: createdAt }: CountedLabel) {
  return { id, name, color, documents, createdAt: iso(createdAt) }
}
