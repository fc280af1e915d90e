import { NAME, type Schema } from '#app/foundation/schema/schema'

type Json = Record<string, unknown>

/** Schemas that have a name, each written once and referred to by all the others. */
export class Components {
  readonly schemas: Record<string, unknown> = {}
  readonly responses: Record<string, object> = {}
  #sources = new Map<string, Schema>()
  #shared = new Map<string, string>()

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

  /** The shape of something that comes in. */
  name(name: string, shape: object): Json {
    const known = this.schemas[name]
    if (known && JSON.stringify(known) !== JSON.stringify(shape))
      throw new RangeError(`Two schemas are called ${name}`)
    this.schemas[name] = shape
    return { $ref: `#/components/schemas/${name}` }
  }

  /**
   * What several operations answer in the same way.
   *
   * @param word  begins its name; others with the same word are numbered
   * @param sameness  tells it from those others
   */
  share(word: string, sameness: string, make: () => object): Json {
    const others = [...this.#shared].filter(([, name]) => name.startsWith(word)).length
    const name = this.#shared.get(sameness) ?? (others === 0 ? word : `${word}${others + 1}`)
    this.#shared.set(sameness, name)
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
