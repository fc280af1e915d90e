/** Parts of a form that are written in JSON. */
export const PARTS_IN_JSON: readonly string[] = [
  'signers',
  'roles',
  'fields',
  'metadata',
  'labels',
  'reminders',
  'teams',
]
