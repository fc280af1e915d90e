declare const TYPE: unique symbol

/** JSON Schema 2020-12, as OpenAPI 3.1 has it, and the type of what fits it. */
export interface Schema<T = unknown> {
  readonly [keyword: string]: unknown
  /** Set on those that the document lists by name. */
  readonly [NAME]?: string
  /** For the compiler alone. */
  readonly [TYPE]?: T
}

/** `TypeOf<typeof KEY>`: what fits a schema. */
export type TypeOf<S extends Schema> = S extends Schema<infer T> ? T : never

export const NAME = Symbol('name of the schema')

export type Properties = Readonly<Record<string, Schema>>

export interface Shape<Optional extends string = string> {
  description?: string
  /** Which properties may be missing; all others are always there. */
  optional?: readonly Optional[]
}

type Flat<T> = { [K in keyof T]: T[K] }

/** An object of these properties. */
export type ObjectOf<P extends Properties, Optional extends string = never> = Flat<
  { [K in Exclude<keyof P, Optional>]: TypeOf<P[K]> } & {
    [K in Extract<keyof P, Optional>]?: TypeOf<P[K]>
  }
>

export const text = (example: string, description?: string): Schema<string> => ({
  type: 'string',
  description,
  examples: [example],
})

export const integer = (example: number, description?: string): Schema<number> => ({
  type: 'integer',
  description,
  examples: [example],
})

export const number = (example: number, description?: string): Schema<number> => ({
  type: 'number',
  description,
  examples: [example],
})

export const boolean = (example: boolean, description?: string): Schema<boolean> => ({
  type: 'boolean',
  description,
  examples: [example],
})

export const oneOf = <const V extends string>(
  values: readonly V[],
  description?: string,
  example = values[0]
): Schema<V> => ({
  type: 'string',
  enum: values,
  description,
  examples: [example],
})

export const always = <const V extends string | boolean>(
  value: V,
  description = `Always \`${value}\`.`
): Schema<V> => ({
  type: typeof value === 'string' ? 'string' : 'boolean',
  const: value,
  description,
  examples: [value],
})

const SOME_ULID = '01m7y40e2r6eqbqt8qhhqb7vwv'

/** An id as examples show it. */
export const someId = (prefix: string) => `${prefix}_${SOME_ULID}`

export const id = (
  prefix: string,
  description = `Begins with \`${prefix}_\`.`
): Schema<string> => ({
  type: 'string',
  pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`,
  description,
  examples: [someId(prefix)],
})

/** ISO 8601 in UTC with milliseconds. */
export const instant = (
  description?: string,
  example = '2026-03-14T09:26:53.589Z'
): Schema<string> => ({
  type: 'string',
  format: 'date-time',
  description,
  examples: [example],
})

export const url = (example: string, description?: string): Schema<string> => ({
  type: 'string',
  format: 'uri',
  description,
  examples: [example],
})

export const email = (description?: string): Schema<string> => ({
  type: 'string',
  description,
  examples: ['ana@example.com'],
})

export const sha256 = (description?: string): Schema<string> => ({
  type: 'string',
  pattern: '^[0-9a-f]{64}$',
  description,
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
})

export const listOf = <T>(items: Schema<T>, description?: string): Schema<readonly T[]> => ({
  type: 'array',
  items,
  description,
})

/** Text for every key. */
export const texts = (
  example: Record<string, string>,
  description?: string
): Schema<Readonly<Record<string, string>>> => ({
  type: 'object',
  additionalProperties: { type: 'string' },
  description,
  examples: [example],
})

/** Anything, named by its keys. */
export const anything = (example: object, description?: string): Schema<object> => ({
  type: 'object',
  additionalProperties: true,
  description,
  examples: [example],
})

/** @param example  what is shown; usually there is something */
export function nullable<T>(
  schema: Schema<T>,
  shown: 'null' | 'value' = 'value'
): Schema<T | null> {
  const { description, examples, ...rest } = schema
  const example = shown === 'null' ? { examples: [null] } : { examples }
  if (typeof rest.type === 'string' && !rest.enum && !rest.const)
    return { ...rest, type: [rest.type, 'null'], description, ...example }
  return { anyOf: [schema, { type: 'null' }], ...(shown === 'null' ? example : {}) }
}

export function object<P extends Properties, const Optional extends string = never>(
  properties: P,
  { description, optional = [] }: Shape<Optional> = {}
): Schema<ObjectOf<P, Optional>> {
  const required = Object.keys(properties).filter(
    (name) => !(optional as readonly string[]).includes(name)
  )
  return { type: 'object', description, properties, required }
}

/** Listed by this name, and referred to by it wherever it occurs. */
export function named<T>(name: string, schema: Schema<T>): Schema<T> {
  return { ...schema, [NAME]: name }
}

/** The same object with more, or with other properties. */
export function extended<T, P extends Properties, const Optional extends string = never>(
  schema: Schema<T>,
  more: P,
  shape: Shape<Optional> = {}
): Schema<Flat<Omit<T, keyof P> & ObjectOf<P, Optional>>> {
  const properties = { ...(schema.properties as Properties), ...more }
  const known = Object.keys(schema.properties as Properties)
  const missing = known.filter(
    (name) => !(schema.required as string[]).includes(name) && !(name in more)
  )
  const description = shape.description ?? (schema.description as string | undefined)
  const whole: Schema = object(properties, {
    description,
    optional: [...missing, ...(shape.optional ?? [])],
  })
  return whole as Schema<Flat<Omit<T, keyof P> & ObjectOf<P, Optional>>>
}
