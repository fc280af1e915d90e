import type { Shape } from '#app/api/v1/input/input_shape'

type FullShape = Shape & {
  enum?: unknown[]
  anyOf?: FullShape[]
  /** Which properties there have to be, one way or another. */
  oneOf?: { required: string[] }[]
  examples?: unknown[]
  minimum?: number
  format?: string
}

/** A valid body with every field of its shape, or of the first of its choices: those of the example, and the missing ones made up. */
export function wholeBody(shape: FullShape, example: unknown): unknown {
  if (shape.properties) {
    const given = (example ?? {}) as Record<string, unknown>
    const [first, ...others] = shape.oneOf ?? []
    const excluded = others.flatMap(({ required }) => required)
    const whole = Object.entries(shape.properties)
      .filter(([name]) => first?.required.includes(name) || !excluded.includes(name))
      .map(([name, inner]) => [name, wholeBody(inner, given[name])])
    return { ...given, ...Object.fromEntries(whole) }
  }
  if (shape.items) {
    const { items } = shape
    const given = (example ?? [undefined]) as unknown[]
    return given.map((item) => wholeBody(items, item))
  }
  return example ?? madeUp(shape)
}

function madeUp({ enum: choices, examples, anyOf, type, format, minimum }: FullShape): unknown {
  if (choices) return choices[0]
  if (examples) return examples[0]
  if (anyOf) return madeUp(anyOf[0])
  const kind = Array.isArray(type) ? type[0] : type
  if (kind === 'object') return { deal: '4711' }
  if (kind === 'boolean') return false
  if (kind === 'integer' || kind === 'number') return minimum ?? 60
  return format === 'uri' ? 'https://crm.example/4711' : 'Words'
}

/** One leaf of a body, or one of its lists or objects: how it is reached. */
type Path = (string | number)[]

/** Every value within a body, lists and objects among them, but not the body itself. */
export function placesOf(body: unknown, path: Path = []): Path[] {
  const here = path.length === 0 ? [] : [path]
  if (typeof body !== 'object' || body === null) return here
  const inner = Array.isArray(body) ? [...body.entries()] : Object.entries(body)
  return [...here, ...inner.flatMap(([key, value]) => placesOf(value, [...path, key]))]
}

/** The same body with one value in the place of another. */
export function withOne(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(body)) {
    return body.map((item, index) => (index === key ? withOne(item, rest, value) : item))
  }
  const known = body as Record<string, unknown>
  return { ...known, [key]: withOne(known[key], rest, value) }
}

/** As errors name it: `signers[0].email`. */
export function nameOf(path: Path): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1)
}
