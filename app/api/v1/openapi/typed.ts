type Json = Record<string, unknown>

/** Where values stand that are no schemas. */
const VALUES = ['example', 'examples', 'enum', 'const', 'value', 'default']

/** The same description, in which every list of choices says of what type they are: generators make `object` of those that do not. */
export function typed<T>(described: T): T {
  if (Array.isArray(described)) return described.map(typed) as T
  if (typeof described !== 'object' || described === null) return described
  const schema = Object.fromEntries(
    Object.entries(described).map(([key, inner]) => [
      key,
      VALUES.includes(key) ? inner : typed(inner),
    ])
  )
  const type = typeOfChoices(schema)
  return (type ? { type, ...schema } : schema) as T
}

function typeOfChoices({ type, enum: choices, const: only }: Json): string | null {
  if (type !== undefined) return null
  const values = Array.isArray(choices) ? choices : only === undefined ? [] : [only]
  const types = new Set(values.map((value) => typeof value))
  const [one] = types
  return types.size === 1 && one !== 'object' ? one : null
}
