import { errors } from '@vinejs/vine'
import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { spelled, type InputPath } from '#app/foundation/input_path'
import type { InputFault } from '#app/foundation/input_refused'
import ValidationFailed from '../errors/validation_failed.js'
import UnknownField from '../errors/unknown_field.js'
import type { DocumentFile } from './document_input.js'
import { faultOf } from './fault.js'
import { nullFaults } from './null_faults.js'
import { shapeOf, type Shape } from './input_shape.js'
import type { JsonObject } from './json_body.js'
import type { Operation, Validator } from '../operations/operation.js'

/** What came with a request, once it was found to be what its operation takes. */
export interface Input {
  query: unknown
  body: unknown
  files: readonly DocumentFile[]
}

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Which operation of the API is asked for, and with what. */
    operation: Operation
    input: Input
  }
}

/** @param validator  the operation's own, given again for its type */
export function queryOf<V extends Validator>({ operation, input }: HttpContext, validator: V) {
  if (operation.query !== validator) throw new RangeError(`${operation.name} has another query`)
  return input.query as Infer<V>
}

/** @param validator  the operation's own, given again for its type */
export function bodyOf<V extends Validator>({ operation, input }: HttpContext, validator: V) {
  if (operation.body !== validator) throw new RangeError(`${operation.name} has another body`)
  return input.body as Infer<V>
}

/** The file of an operation that takes one. */
export function fileOf(ctx: HttpContext): DocumentFile {
  return filesOf(ctx)[0]!
}

/** Of one that takes several, in their order. */
export function filesOf({ operation, input }: HttpContext): readonly DocumentFile[] {
  if (input.files.length === 0) throw new RangeError(`${operation.name} takes no file`)
  return input.files
}

/** What was read of a body before it is validated. */
interface Read {
  faults?: readonly InputFault[]
  /** Fields that were taken out of it. */
  taken?: readonly string[]
}

/** @throws UnknownField, ValidationFailed with every fault there is */
export async function validated(
  validator: Validator,
  sent: JsonObject,
  { faults: found = [], taken = [] }: Read = {}
): Promise<unknown> {
  const shape = shapeOf(validator)
  refuseUnknown(sent, shape, { taken })
  const [error, value] = await validator.tryValidate(sent, { meta: undefined })
  const faults = firstOfEach([
    ...found,
    ...nullFaults(sent, shape),
    ...(error instanceof errors.E_VALIDATION_ERROR ? error.messages.map(faultOf) : []),
  ])
  if (faults.length > 0) throw new ValidationFailed(faults)
  if (error) throw error
  return value
}

/** What could not be read is not also missing. */
function firstOfEach(faults: readonly InputFault[]): InputFault[] {
  return [
    ...new Map(faults.toReversed().map((fault) => [spelled(fault.path), fault])).values(),
  ].reverse()
}

interface Place {
  path?: InputPath
  taken?: readonly string[]
}

function refuseUnknown(
  value: unknown,
  { properties, items }: Shape,
  { path = [], taken = [] }: Place
): void {
  if (items && Array.isArray(value)) {
    value.forEach((item, index) => refuseUnknown(item, items, { path: [...path, index] }))
  }
  if (!properties || typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [name, inner] of Object.entries(value)) {
    if (!Object.hasOwn(properties, name)) {
      throw new UnknownField([...path, name], [...taken, ...Object.keys(properties)])
    }
    refuseUnknown(inner, properties[name], { path: [...path, name] })
  }
}
