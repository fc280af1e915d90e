import type { Schema } from './schema.js'

/** One value of a schema, put together from the examples of its parts. */
export function exampleOf(schema: Schema): unknown {
  const { examples, properties, items, anyOf } = schema
  if (Array.isArray(examples)) return examples[0]
  if (properties) {
    const all = Object.entries(properties as Record<string, Schema>)
    return Object.fromEntries(all.map(([name, inner]) => [name, exampleOf(inner)]))
  }
  if (items) return [exampleOf(items as Schema)]
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as Schema)
  throw new RangeError(`A schema has no example: ${JSON.stringify(schema)}`)
}
