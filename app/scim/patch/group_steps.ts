import InvalidValue from '#app/directory/errors/invalid_value'
import type { GroupChange, MemberStep } from '#app/directory/groups'
import InvalidFilter from '../errors/invalid_filter.js'
import ReadOnly from '../errors/read_only.js'
import type { Filter } from '../filter/parsed_filter.js'
import { EXTERNAL_ID } from '../resources/attributes.js'
import { valueOf } from '../resources/value.js'
import { GROUP_SCHEMA } from '../schemas/group_schema.js'
import { named } from '../schemas/attribute.js'
import type { Operation } from './operation.js'

/** Enough for the largest request that clients send. */
const MAX_MEMBERS = 10_000

const ATTRIBUTES = [...GROUP_SCHEMA.attributes, EXTERNAL_ID]
const READ_ONLY = ['id', 'meta', 'schemas']

/**
 * What a PATCH changes of a group. Members come and go by their ids, so that nobody reads ten thousand to add one.
 *
 * @throws InvalidValue, InvalidFilter, ReadOnly
 */
export function groupChangeOf(operations: readonly Operation[]): GroupChange {
  const members: MemberStep[] = []
  const names: Pick<GroupChange, 'displayName' | 'externalId'> = {}
  for (const operation of operations) {
    const { kind, path, value, isImplied } = operation
    const attribute = named(ATTRIBUTES, path.attribute ?? '')
    if (attribute?.name === 'members') members.push(memberStep(operation))
    else if (attribute?.name === 'displayName') names.displayName = textOf(operation)
    else if (attribute?.name === 'externalId')
      names.externalId = kind === 'remove' ? null : ((valueOf(attribute, value) as string) ?? null)
    else if (READ_ONLY.includes((path.attribute ?? '').toLowerCase()) && !isImplied)
      throw new ReadOnly(path.attribute!)
  }
  return { ...names, members }
}

/** @throws InvalidValue */
export function memberIds(sent: unknown): string[] {
  const items = sent === undefined || sent === null ? [] : Array.isArray(sent) ? sent : [sent]
  if (items.length > MAX_MEMBERS)
    throw new InvalidValue(`A request names at most ${MAX_MEMBERS} members`)
  return items.map((item) => {
    const id: unknown = typeof item === 'object' && item !== null ? item.value : item
    if (typeof id !== 'string' || id === '' || id.includes('\0'))
      throw new InvalidValue('A member is named by the id of a user, as value')
    return id
  })
}

function memberStep({ kind, path, value }: Operation): MemberStep {
  if (kind !== 'remove') return { kind, ids: memberIds(value) }
  if (path.filter) return { kind, ids: idsIn(path.filter) }
  const ids = memberIds(value)
  return ids.length > 0 ? { kind, ids } : { kind: 'clear' }
}

/** `value eq "usr_…"`, or several of these. */
function idsIn(filter: Filter): string[] {
  if (filter.op === 'or') return filter.filters.flatMap(idsIn)
  if (filter.op !== 'eq' || filter.attrPath.toLowerCase() !== 'value')
    throw new InvalidFilter('Members are chosen by value eq "…"')
  return memberIds(filter.compValue)
}

function textOf({ kind, value }: Operation): string {
  const attribute = named(ATTRIBUTES, 'displayName')!
  const text = kind === 'remove' ? undefined : valueOf(attribute, value)
  if (typeof text !== 'string') throw new InvalidValue('displayName is required')
  return text
}
