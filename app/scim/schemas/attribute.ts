/** An attribute as a schema describes it (RFC 7643, 7). One list makes the answer of `/Schemas`, and reads what clients send. */
export interface Attribute {
  name: string
  description: string
  type: 'string' | 'boolean' | 'reference' | 'complex'
  isMultiValued?: true
  isRequired?: true
  isReadOnly?: true
  isCaseExact?: true
  isUnique?: true
  /** Of names and identifiers; other texts may be longer. */
  maxLength?: number
  subAttributes?: readonly Attribute[]
  canonicalValues?: readonly string[]
  referenceTypes?: readonly string[]
}

export interface Schema {
  id: string
  name: string
  description: string
  attributes: readonly Attribute[]
}

/** @returns undefined for one that we do not know; names are compared without their case (RFC 7643, 2.1) */
export function named(attributes: readonly Attribute[], name: string): Attribute | undefined {
  const wanted = name.toLowerCase()
  return attributes.find((attribute) => attribute.name.toLowerCase() === wanted)
}

export function string(
  name: string,
  description: string,
  more: Partial<Attribute> = {}
): Attribute {
  return { name, description, type: 'string', ...more }
}

/** In UTF-16 units: four bytes at the most stand for two, so that it fits into an index. */
const MAX_NAME = 255

/** What people and resources are called. */
export function nameText(
  name: string,
  description: string,
  more: Partial<Attribute> = {}
): Attribute {
  return string(name, description, { maxLength: MAX_NAME, ...more })
}

/** A list of values with a type, of which one may be the primary. */
export function valued(name: string, description: string): Attribute {
  return {
    ...{ name, description, type: 'complex', isMultiValued: true },
    subAttributes: [
      string('value', 'The value itself.'),
      string('display', 'The value for people to read.'),
      string('type', 'What it is for.', { canonicalValues: ['work', 'home', 'other'] }),
      { name: 'primary', description: 'Whether this is the one that counts.', type: 'boolean' },
    ],
  }
}
