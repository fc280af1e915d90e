import { partsOf, type Part } from './prose.js'

/** JSON Schema, as far as ours go. */
interface Described {
  type?: string | string[]
  description?: string
  required?: string[]
  properties?: Record<string, Described>
  items?: Described
  anyOf?: Described[]
  additionalProperties?: Described | boolean
  enum?: unknown[]
  const?: unknown
  format?: string
  contentEncoding?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** A line of the table that says what an object has. */
export interface FieldRow {
  /** From the outermost object: `signers[].email`. */
  path: string
  type: string
  isRequired: boolean
  about: Part[]
  /** The only values that may stand here. */
  choices: string[]
  limits: string
}

const DEEPEST = 5

/** Every field of an object, and below it every field of what it holds. */
export function fieldRows(schema: object, prefix = '', depth = 0): FieldRow[] {
  const { properties = {}, required = [] } = valueOf(schema)
  if (depth === DEEPEST) return []
  return Object.entries(properties).flatMap(([name, inner]) => {
    const path = prefix + name
    const value = valueOf(inner)
    const within = value.items ? valueOf(value.items) : value
    return [
      fieldRow(path, inner, required.includes(name)),
      ...fieldRows(within, `${path}${value.items ? '[]' : ''}.`, depth + 1),
    ]
  })
}

export function fieldRow(path: string, schema: object, isRequired: boolean): FieldRow {
  const value = valueOf(schema)
  const about = (schema as Described).description ?? value.description ?? ''
  const one = value.items ? valueOf(value.items) : value
  return {
    path,
    type: typeOf(schema),
    isRequired,
    about: partsOf(about),
    choices: one.const === undefined ? (one.enum ?? []).map(String) : [String(one.const)],
    limits: limitsOf(value),
  }
}

/** What is there when it is not null. */
function valueOf(schema: Described): Described {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
}

function typeOf(schema: Described): string {
  const value = valueOf(schema)
  const types = [value.type ?? []].flat()
  const isNullable = types.includes('null') || schema.anyOf?.some(({ type }) => type === 'null')
  const name = types.find((type) => type !== 'null') ?? typeof (value.enum?.[0] ?? value.const)
  const known = value.items ? `list of ${typeOf(value.items)}s` : (value.contentEncoding ?? name)
  const form = value.format && value.format !== 'binary' ? ` (${value.format})` : ''
  return `${known}${form}${isNullable ? ' or null' : ''}`
}

function limitsOf(value: Described): string {
  return [
    between(value.minLength, value.maxLength, 'characters'),
    between(value.minimum, value.maximum, ''),
    between(value.minItems, value.maxItems, 'entries'),
  ]
    .filter((words) => words !== '')
    .join(', ')
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
  const number = (value: number) => value.toLocaleString('en')
  if (least === undefined && most === undefined) return ''
  if (most === undefined) return `at least ${number(least!)} ${unit}`.trim()
  if (!least) return `at most ${number(most)} ${unit}`.trim()
  return `${number(least)} to ${number(most)} ${unit}`.trim()
}
