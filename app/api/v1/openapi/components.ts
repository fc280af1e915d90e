import { NAME, type Schema } from '../schemas/schema.js'

type Json = Record<string, unknown>

/** Schemas that have a name, each written once and referred to by all the others. */
export class Components {
  readonly schemas: Record<string, unknown> = {}
  readonly responses: Record<string, object> = {}
  #sources = new Map<string, Schema>()

  /** What stands for a schema where it is used. */
  use(schema: Schema): Json {
    const name = schema[NAME]
    if (name === undefined) return this.#inline(schema)
    const known = this.#sources.get(name)
    if (known && known !== schema) throw new RangeError(`Two schemas are called ${name}`)
    if (!known) {
      this.#sources.set(name, schema)
      this.schemas[name] = this.#inline(schema)
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  /** What several operations answer in the same way. */
  share(name: string, make: () => object): Json {
    this.responses[name] ??= make()
    return { $ref: `#/components/responses/${name}` }
  }

  #inline(schema: Schema): Json {
    return Object.fromEntries(
      Object.entries(schema)
        .filter(([, value]) => value !== undefined)
        .map(([keyword, value]) => [keyword, this.#inner(keyword, value)])
    )
  }

  #inner(keyword: string, value: unknown): unknown {
    if (keyword === 'properties') {
      const properties = Object.entries(value as Record<string, Schema>)
      return Object.fromEntries(properties.map(([name, inner]) => [name, this.use(inner)]))
    }
    if (keyword === 'items') return this.use(value as Schema)
    if (keyword === 'anyOf') return (value as Schema[]).map((inner) => this.use(inner))
    if (keyword === 'additionalProperties' && typeof value === 'object')
      return this.use(value as Schema)
    return value
  }
}
