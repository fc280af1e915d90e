import type { HttpRequest } from '@adonisjs/core/http'
import { shapeOf, type Shape } from './input_shape.js'
import type { Validator } from '../operations/operation.js'
import { validated } from './input.js'
import type { InputFault } from '#app/foundation/input_refused'
import UnknownParameter from '../errors/unknown_parameter.js'

const NAMED = /^([^[\]]+)\[(.*)\]$/
const KEY = /^[A-Za-z0-9_.-]{1,64}$/

/**
 * Query parameters; `metadata[deal]=7` is read as `{metadata: {deal: '7'}}`.
 *
 * @throws UnknownParameter, ValidationFailed
 */
export async function queryInput(request: HttpRequest, validator?: Validator): Promise<unknown> {
  const { query } = request.parsedUrl
  if (!validator && !query) return {}
  const known = validator ? (shapeOf(validator).properties ?? {}) : {}
  const values = new Map<string, unknown>()
  const faults: InputFault[] = []
  for (const [name, text] of new URLSearchParams(query ?? '')) {
    const [, base = name, key] = NAMED.exec(name) ?? []
    if (!Object.hasOwn(known, base) || isMap(known[base]) !== (key !== undefined)) {
      throw new UnknownParameter(name, Object.entries(known).map(shownName))
    }
    if (key !== undefined && (!KEY.test(key) || key === '__proto__')) faults.push(oddKey(name))
    else if (!put(values, base, key, text)) faults.push(repeated(name))
  }
  const sent = Object.fromEntries(values)
  if (validator) return validated(validator, sent, { faults })
  return sent
}

/** @returns false when it is there already: which of them is meant? */
function put(values: Map<string, unknown>, base: string, key: string | undefined, text: string) {
  if (key === undefined) return !values.has(base) && values.set(base, text)
  const inner = (values.get(base) ?? {}) as Record<string, string>
  if (Object.hasOwn(inner, key)) return false
  inner[key] = text
  return values.set(base, inner)
}

const isMap = ({ additionalProperties }: Shape) => typeof additionalProperties === 'object'

const shownName = ([name, shape]: [string, Shape]) => (isMap(shape) ? `${name}[]` : name)

const repeated = (param: string): InputFault => ({
  path: [param],
  code: 'repeated',
  message: `${param} is given more than once`,
})

const oddKey = (param: string): InputFault => ({
  path: [param],
  code: 'odd_key',
  message: `${param} must name a key of letters, digits, dots, dashes and underscores`,
})
