import { cutText } from '#app/foundation/cut_text'
import type { Role } from '#app/identity/access/role'
import { isEmailAddress } from '#app/foundation/email_address'
import { isVisible, printableOf } from '#app/foundation/printable_text'
import { namesOf, valueOf, type AttributeMapping } from './attribute_mapping.js'
import type { Assertion } from './gate/assertion.js'

const MAX_NAME = 200

/** A person as their provider describes them, in our terms. */
export interface Profile {
  nameId: string
  nameFormat: string | null
  /** Lower case; null where the provider says none. */
  email: string | null
  name: string
  /** What the tenant's rules make of them; null where there are none. Never an owner's. */
  role: Role | null
  sessionIndex: string | null
  /** Milliseconds. */
  sessionEndsAt: number | null
  /** When the provider last asked who they are, in milliseconds. */
  authenticatedAt: number
}

/** What an assertion says of a person. */
export type Statements = Pick<Assertion, 'nameId' | 'attributes'>

export function profileOf(
  assertion: Assertion,
  mapping: AttributeMapping,
  role: Role | null
): Profile {
  const { nameId, nameIdFormat, sessionIndex, sessionEndsAt, authenticatedAt } = assertion
  return {
    nameId,
    nameFormat: nameIdFormat,
    email: emailOf(assertion, mapping),
    name: nameOf(assertion, mapping),
    role,
    sessionIndex,
    sessionEndsAt,
    authenticatedAt,
  }
}

/** The attribute, or else the NameID; where the tenant has named an attribute, that one alone. */
export function emailOf(
  { nameId, attributes }: Statements,
  mapping: AttributeMapping
): string | null {
  const said = valueOf(attributes, namesOf(mapping, 'emailAttribute'))
  const written = mapping.emailAttribute === null ? (said ?? nameId) : said
  const email = written?.trim().toLowerCase()
  return email !== undefined && isEmailAddress(email) ? email : null
}

/** The whole name, or given and family name; else what stands before the @. */
export function nameOf(said: Statements, mapping: AttributeMapping): string {
  const { attributes, nameId } = said
  const read = (what: keyof AttributeMapping) => valueOf(attributes, namesOf(mapping, what))
  const parts = [read('givenNameAttribute'), read('familyNameAttribute')]
  const fromParts = parts.filter(Boolean).join(' ')
  const prefersParts =
    mapping.nameAttribute === null &&
    (mapping.givenNameAttribute !== null || mapping.familyNameAttribute !== null)
  const whole = read('nameAttribute') ?? ''
  const name = prefersParts ? fromParts || whole : whole || fromParts
  const usual = (emailOf(said, mapping) ?? nameId).split('@')[0]
  return printableOf(cutText(isVisible(name) ? name : usual, MAX_NAME))
}
