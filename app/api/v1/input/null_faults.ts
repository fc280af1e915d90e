import { spelled, type InputPath } from '#app/foundation/input_path'
import type { InputFault } from '#app/foundation/input_refused'
import type { Shape } from './input_shape.js'

/**
 * Every null where the description of the input has none. Read from the description, since Vine's `.meta()` lets null through
 * every literal that has one (docs/decisions/contract.md).
 */
export function nullFaults(value: unknown, shape: Shape, path: InputPath = []): InputFault[] {
  if (value === null) return admitsNull(shape) ? [] : [nullFault(path)]
  const { properties = {}, items, additionalProperties: rest } = shape
  if (Array.isArray(value)) {
    return items ? value.flatMap((item, at) => nullFaults(item, items, [...path, at])) : []
  }
  if (typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : rest
    return typeof known === 'object' ? nullFaults(inner, known, [...path, name]) : []
  })
}

/** An enum that admits null is written as one of two. */
function admitsNull({ type = [], anyOf = [] }: Shape): boolean {
  return [type].flat().includes('null') || anyOf.some(admitsNull)
}

const nullFault = (path: InputPath): InputFault => ({
  path,
  code: 'null',
  message: `${spelled(path)} must not be null: leave it out, or give a value`,
})
