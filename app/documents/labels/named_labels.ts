import LabelsUnknown from '../errors/labels_unknown.js'
import { labelsNamed, type Label } from './label.js'

/** Labels by their names, upper and lower case alike. @throws LabelsUnknown, with the place of each name that no label has */
export async function namedLabels(names: readonly string[]): Promise<Label[]> {
  const found = await labelsNamed(names)
  const known = new Set(found.map(({ name }) => name.toLowerCase()))
  const faults = names.flatMap((name, index) =>
    known.has(name.toLowerCase())
      ? []
      : [
          {
            path: ['labels', index],
            code: 'unknown_label',
            message: `labels[${index}] must be the name of a label: create it first`,
          },
        ]
  )
  if (faults.length > 0) throw new LabelsUnknown(faults)
  return found
}

export function idsOf(labels: readonly Label[]): string[] {
  return labels.map(({ id }) => id)
}
