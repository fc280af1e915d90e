import type { Validator } from '../operations/operation.js'

/** What a validator knows of a value's form; it is read from the validator itself, so that there is one description. */
export interface Shape {
  type?: string | string[]
  description?: string
  required?: string[]
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  additionalProperties?: Shape | boolean
}

const shapes = new WeakMap<Validator, Shape>()

export function shapeOf(validator: Validator): Shape {
  const known = shapes.get(validator)
  if (known) return known
  const shape = validator.toJSONSchema() as Shape
  shapes.set(validator, shape)
  return shape
}
