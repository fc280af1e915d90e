import InvalidValue from '#app/directory/errors/invalid_value'
import InvalidPath from '../errors/invalid_path.js'
import NoTarget from '../errors/no_target.js'
import ReadOnly from '../errors/read_only.js'
import { named, type Attribute } from '../schemas/attribute.js'
import { complexOf, requireFew, valueOf, withOnePrimary, type Complex } from '../resources/value.js'
import { equationsOf, matches } from './match.js'
import type { Attributes } from '../resources/attributes.js'
import type { Operation } from './operation.js'

const READ_ONLY = ['id', 'meta', 'schemas']

/**
 * A resource after some operations, in their order. What no schema of ours has is left alone, as when a resource is made.
 *
 * @throws InvalidPath, InvalidValue, NoTarget, ReadOnly
 */
export function patched(
  known: readonly Attribute[],
  attributes: Attributes,
  operations: readonly Operation[]
): Attributes {
  const next: Attributes = Object.assign(Object.create(null), structuredClone({ ...attributes }))
  for (const operation of operations) apply(known, next, operation)
  return next
}

function apply(known: readonly Attribute[], target: Attributes, operation: Operation): void {
  const { path, isImplied } = operation
  const name = path.extension ?? path.attribute ?? ''
  const attribute = named(known, name)
  if (!attribute && !READ_ONLY.includes(name.toLowerCase())) return
  if (!attribute || attribute.isReadOnly) {
    if (isImplied) return
    throw new ReadOnly(name)
  }
  // within an extension the attribute of the path is a part of it
  const sub = path.extension ? path.attribute : path.sub
  if (attribute.isMultiValued) return applyToList(attribute, target, operation)
  if (path.filter) throw new InvalidPath(`${name} has no values to choose from`)
  if (sub !== null) return applyToPart(attribute, target, { ...operation, sub })
  if (operation.kind === 'remove') return clear(attribute, target)
  const value = valueOf(attribute, operation.value)
  if (value === undefined) return clear(attribute, target)
  const isMerged = attribute.type === 'complex'
  target[attribute.name] = isMerged
    ? { ...(target[attribute.name] as Complex | undefined), ...(value as Complex) }
    : value
}

function applyToPart(
  attribute: Attribute,
  target: Attributes,
  { kind, value, sub }: Operation & { sub: string }
): void {
  const part = named(attribute.subAttributes ?? [], sub)
  if (attribute.type !== 'complex') throw new InvalidPath(`${attribute.name} has no ${sub}`)
  if (!part) return
  const parts = { ...(target[attribute.name] as Complex | undefined) }
  parts[part.name] = kind === 'remove' ? undefined : (valueOf(part, value) as string | undefined)
  const isEmpty = Object.values(parts).every((one) => one === undefined)
  target[attribute.name] = isEmpty ? undefined : parts
}

function applyToList(attribute: Attribute, target: Attributes, operation: Operation): void {
  const { filter, sub } = operation.path
  const list = (target[attribute.name] as Complex[] | undefined) ?? []
  const next =
    filter || sub !== null ? chosen(attribute, list, operation) : whole(attribute, list, operation)
  requireFew(attribute, next)
  target[attribute.name] = next.length > 0 ? next : undefined
}

/** All of a list. To remove, a value names what goes, as some clients have it. */
function whole(attribute: Attribute, list: Complex[], { kind, value }: Operation): Complex[] {
  const sent = (valueOf(attribute, value) as Complex[] | undefined) ?? []
  if (kind === 'replace') return sent
  if (kind === 'remove') {
    if (sent.length === 0) return []
    const gone = new Set(sent.map((item) => item.value))
    return list.filter((item) => !gone.has(item.value))
  }
  const added = sent.filter((item) => !list.some((one) => isSame(one, item)))
  return withOnePrimary([...list, ...added])
}

/** Those of a list that a filter selects, or all; one that is missing is made by what the filter says it is equal to. */
function chosen(attribute: Attribute, list: Complex[], operation: Operation): Complex[] {
  const { kind, text, path, value } = operation
  const { filter, sub } = path
  const part = sub === null ? undefined : named(attribute.subAttributes ?? [], sub)
  if (sub !== null && !part) return list
  const isChosen = (item: Complex) => !filter || matches(filter, item)
  if (kind === 'remove') {
    if (!part) return list.filter((item) => !isChosen(item))
    return list
      .map((item) => (isChosen(item) ? { ...item, [part.name]: undefined } : item))
      .filter((item) => item.value !== undefined)
  }
  const change = part
    ? { [part.name]: valueOf(part, value) as string }
    : complexOf(attribute, value)
  if (!change) throw new InvalidValue(`${attribute.name} gets a value`)
  if (list.some(isChosen))
    return withOnePrimary(list.map((item) => (isChosen(item) ? { ...item, ...change } : item)))
  const equations = filter && equationsOf(filter)
  if (!equations) throw new NoTarget(text)
  const made = complexOf(attribute, equations)
  return withOnePrimary([...list, { ...made, ...change }])
}

function clear(attribute: Attribute, target: Attributes): void {
  if (attribute.isRequired) throw new ReadOnly(`${attribute.name} is required, and`)
  target[attribute.name] = undefined
}

function isSame(one: Complex, other: Complex): boolean {
  return one.value === other.value && one.type === other.type
}
