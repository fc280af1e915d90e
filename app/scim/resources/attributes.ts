import { named, nameText, type Attribute } from '../schemas/attribute.js'
import { valueOf, type Value } from './value.js'

/** The attributes of a resource that clients write, by the names of their schema. */
export type Attributes = Record<string, Value | undefined>

/** Of every resource, beside its schema (RFC 7643, 3.1). */
export const EXTERNAL_ID = nameText('externalId', 'What the directory calls the resource.', {
  isCaseExact: true,
})

/**
 * What a client sent as a whole resource. Attributes that no schema of ours has are left out, and so are those that only we write: clients send back
 * what they have read.
 *
 * @throws InvalidValue
 */
export function attributesIn(
  known: readonly Attribute[],
  sent: Record<string, unknown>
): Attributes {
  const attributes: Attributes = Object.create(null)
  for (const [key, value] of Object.entries(sent)) {
    const attribute = named(known, key)
    if (attribute && !attribute.isReadOnly) attributes[attribute.name] = valueOf(attribute, value)
  }
  return attributes
}
