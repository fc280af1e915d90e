import type { SchemaTypes } from '@vinejs/vine/types'
import { errors, type VineValidator } from '@vinejs/vine'
import type { Infer } from '@vinejs/vine/types'
import ValidationFailed, { type Fault } from './errors/validation_failed.js'
import UnknownField from './errors/unknown_field.js'
import { faultOf, paramOf } from './fault.js'
import type { JsonObject } from './json_body.js'

type Validator<T extends SchemaTypes> = VineValidator<T, undefined>

/** What a validator knows of a value's form; it is read from the validator itself, so that there is one description. */
interface Shape {
  properties?: Record<string, Shape>
  items?: Shape
}

const shapes = new WeakMap<object, Shape>()

/** @throws E_UNKNOWN_FIELD, E_VALIDATION_FAILED with every fault there is */
export async function validated<T extends SchemaTypes>(
  validator: Validator<T>,
  body: JsonObject,
  found: readonly Fault[] = []
): Promise<Infer<Validator<T>>> {
  refuseUnknown(body, shapeOf(validator), [])
  const [error, value] = await validator.tryValidate(body, { meta: undefined })
  const faults = [
    ...found,
    ...(error instanceof errors.E_VALIDATION_ERROR ? error.messages.map(faultOf) : []),
  ]
  if (faults.length > 0) throw new ValidationFailed(faults)
  if (error) throw error
  return value
}

function shapeOf(validator: { toJSONSchema(): object }): Shape {
  const known = shapes.get(validator)
  if (known) return known
  const shape = validator.toJSONSchema() as Shape
  shapes.set(validator, shape)
  return shape
}

function refuseUnknown(value: unknown, { properties, items }: Shape, path: string[]): void {
  if (items && Array.isArray(value)) {
    value.forEach((item, index) => refuseUnknown(item, items, [...path, String(index)]))
  }
  if (!properties || typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [name, inner] of Object.entries(value)) {
    if (!Object.hasOwn(properties, name)) {
      throw new UnknownField(paramOf([...path, name].join('.')), Object.keys(properties))
    }
    refuseUnknown(inner, properties[name], [...path, name])
  }
}
