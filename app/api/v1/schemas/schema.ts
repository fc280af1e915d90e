/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export interface Schema {
  readonly [keyword: string]: unknown
  /** Set on those that the document lists by name. */
  readonly [NAME]?: string
}

export const NAME = Symbol('name of the schema')

export type Properties = Readonly<Record<string, Schema>>

export interface Shape {
  description?: string
  /** Which properties may be missing; all others are always there. */
  optional?: readonly string[]
}

export const text = (example: string, description?: string): Schema => ({
  type: 'string',
  description,
  examples: [example],
})

export const integer = (example: number, description?: string): Schema => ({
  type: 'integer',
  description,
  examples: [example],
})

export const number = (example: number, description?: string): Schema => ({
  type: 'number',
  description,
  examples: [example],
})

export const boolean = (example: boolean, description?: string): Schema => ({
  type: 'boolean',
  description,
  examples: [example],
})

export const oneOf = (values: readonly string[], description?: string): Schema => ({
  type: 'string',
  enum: values,
  description,
  examples: [values[0]],
})

export const always = (value: string | boolean, description = `Always \`${value}\`.`): Schema => ({
  type: typeof value === 'string' ? 'string' : 'boolean',
  const: value,
  description,
  examples: [value],
})

const SOME_ULID = '01m7y40e2r6eqbqt8qhhqb7vwv'

export const id = (prefix: string, description = `Begins with \`${prefix}_\`.`): Schema => ({
  type: 'string',
  pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`,
  description,
  examples: [`${prefix}_${SOME_ULID}`],
})

/** ISO 8601 in UTC with milliseconds. */
export const instant = (description?: string): Schema => ({
  type: 'string',
  format: 'date-time',
  description,
  examples: ['2026-03-14T09:26:53.589Z'],
})

export const url = (example: string, description?: string): Schema => ({
  type: 'string',
  format: 'uri',
  description,
  examples: [example],
})

export const email = (description?: string): Schema => ({
  type: 'string',
  description,
  examples: ['ana@example.com'],
})

export const sha256 = (description?: string): Schema => ({
  type: 'string',
  pattern: '^[0-9a-f]{64}$',
  description,
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
})

export const listOf = (items: Schema, description?: string): Schema => ({
  type: 'array',
  items,
  description,
})

/** Text for every key. */
export const texts = (example: Record<string, string>, description?: string): Schema => ({
  type: 'object',
  additionalProperties: { type: 'string' },
  description,
  examples: [example],
})

/** Anything, named by its keys. */
export const anything = (example: object, description?: string): Schema => ({
  type: 'object',
  additionalProperties: true,
  description,
  examples: [example],
})

/** @param example  what is shown; usually there is something */
export function nullable(schema: Schema, shown: 'null' | 'value' = 'value'): Schema {
  const { description, examples, ...rest } = schema
  const example = shown === 'null' ? { examples: [null] } : { examples }
  if (typeof rest.type === 'string' && !rest.enum && !rest.const)
    return { ...rest, type: [rest.type, 'null'], description, ...example }
  return { anyOf: [schema, { type: 'null' }], ...(shown === 'null' ? example : {}) }
}

export function object(properties: Properties, { description, optional = [] }: Shape = {}): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', description, properties, required }
}

/** Listed by this name, and referred to by it wherever it occurs. */
export function named(name: string, schema: Schema): Schema {
  return { ...schema, [NAME]: name }
}

/** The same object with more, or with other properties. */
export function extended(schema: Schema, more: Properties, shape: Shape = {}): Schema {
  const properties = { ...(schema.properties as Properties), ...more }
  const known = Object.keys(schema.properties as Properties)
  const missing = known.filter(
    (name) => !(schema.required as string[]).includes(name) && !(name in more)
  )
  const description = shape.description ?? (schema.description as string | undefined)
  return object(properties, { description, optional: [...missing, ...(shape.optional ?? [])] })
}
