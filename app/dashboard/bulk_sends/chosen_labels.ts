import type { CountedLabel } from '#app/documents/labels/label'
import type { MultipartForm } from '#app/front_door/bodies/multipart_form'

const FIELD = 'labels[]'

/** What the form of a list offers, ticked as it was sent. */
export function labelChoices(labels: readonly CountedLabel[], chosen: readonly string[] = []) {
  return labels.map(({ id, name, color }) => ({
    ...{ id, name, color },
    isChosen: chosen.includes(id),
  }))
}

/** Ids, as a form says them. */
export function chosenLabels({ fields }: Pick<MultipartForm, 'fields'>): string[] {
  return [...new Set(fields.flatMap(([field, id]) => (field === FIELD ? [id] : [])))]
}

/** What they are called; null where there is one that no label has, or no longer. */
export function namesOfLabels(
  labels: readonly CountedLabel[],
  chosen: readonly string[]
): string[] | null {
  const named = labels.filter(({ id }) => chosen.includes(id)).map(({ name }) => name)
  return named.length === chosen.length ? named : null
}
