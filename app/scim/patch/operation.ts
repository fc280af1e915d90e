import InvalidSyntax from '../errors/invalid_syntax.js'
import { pathOf, type Path } from './path.js'

const MAX_OPERATIONS = 1_000
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:patchop'
const KINDS = ['add', 'remove', 'replace'] as const

export interface Operation {
  kind: (typeof KINDS)[number]
  /** As it was sent, for messages. */
  text: string
  path: Path
  value: unknown
  /** The path is a member of the value of an operation without one: what cannot be changed is then left as it is. */
  isImplied: boolean
}

/**
 * The operations of a PATCH (RFC 7644, 3.5.2), each with a path. Clients write `Replace` for `replace`, and leave the path to the names in the value.
 *
 * @throws InvalidSyntax, InvalidPath
 */
export function operationsOf(body: Record<string, unknown>): Operation[] {
  const { schemas, Operations: operations } = body
  if (!Array.isArray(schemas) || !schemas.some((one) => isWord(one, PATCH)))
    throw new InvalidSyntax('schemas names the PatchOp message')
  if (!Array.isArray(operations) || operations.length === 0)
    throw new InvalidSyntax('Operations is a list of at least one operation')
  if (operations.length > MAX_OPERATIONS)
    throw new InvalidSyntax(`A request has at most ${MAX_OPERATIONS} operations`)
  return operations.flatMap(operationsIn)
}

function operationsIn(sent: unknown): Operation[] {
  if (typeof sent !== 'object' || sent === null)
    throw new InvalidSyntax('An operation is an object')
  const { op, path, value } = sent as Record<string, unknown>
  const kind = KINDS.find((one) => isWord(op, one))
  if (!kind) throw new InvalidSyntax('op is add, remove or replace')
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw new InvalidSyntax('path is a text')
    return [{ kind, text: path, path: pathOf(path), value, isImplied: false }]
  }
  if (kind === 'remove' || typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidSyntax('An operation without a path has an object as its value')
  return Object.entries(value)
    .filter(([name]) => name.toLowerCase() !== 'schemas')
    .map(([name, one]) => ({ kind, text: name, path: pathOf(name), value: one, isImplied: true }))
}

/** @param word  in lower case */
function isWord(sent: unknown, word: string): boolean {
  return typeof sent === 'string' && sent.toLowerCase() === word
}
