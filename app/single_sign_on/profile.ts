import { isEmailAddress } from '#app/identity/email_address'
import { isVisible, printableOf } from '#app/foundation/printable_text'
import type { Assertion, ProfileAttribute } from './gate/assertion.js'

const MAX_NAME = 200
const MAX_NAME_ID = 1_000

/** What Okta, Entra ID, Google, Keycloak, ADFS, Shibboleth and SimpleSAMLphp call it, where nobody has changed it. */
const EMAIL = [
  'email',
  'mail',
  'emailaddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
]
const FULL_NAME = [
  'displayname',
  'name',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'cn',
]
const GIVEN_NAME = [
  'firstname',
  'givenname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  'urn:oid:2.5.4.42',
]
const FAMILY_NAME = [
  'lastname',
  'surname',
  'sn',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  'urn:oid:2.5.4.4',
]

/** A person as their provider describes them, in our terms. */
export interface Profile {
  nameId: string
  nameFormat: string | null
  /** Lower case; null where the provider says none. */
  email: string | null
  name: string
  sessionIndex: string | null
  /** Milliseconds. */
  sessionEndsAt: number | null
}

interface Mapping {
  emailAttribute: string | null
  nameAttribute: string | null
}

export function profileOf(assertion: Assertion, mapping: Mapping): Profile {
  const { nameId, nameIdFormat, attributes, sessionIndex, sessionEndsAt } = assertion
  const email = emailOf(assertion, mapping)
  const name = nameOf(attributes, mapping) || (email ?? nameId).split('@')[0]
  return {
    nameId: nameId.slice(0, MAX_NAME_ID),
    nameFormat: nameIdFormat,
    email,
    name: printableOf(name).slice(0, MAX_NAME),
    sessionIndex,
    sessionEndsAt,
  }
}

/** Where the tenant has named an attribute, that one and no other. */
function emailOf({ nameId, attributes }: Assertion, { emailAttribute }: Mapping): string | null {
  const written =
    emailAttribute === null
      ? (valueOf(attributes, EMAIL) ?? nameId)
      : valueOf(attributes, [emailAttribute])
  const email = written?.trim().toLowerCase()
  return email !== undefined && isEmailAddress(email) ? email : null
}

function nameOf(attributes: readonly ProfileAttribute[], { nameAttribute }: Mapping): string {
  const whole = valueOf(attributes, nameAttribute === null ? FULL_NAME : [nameAttribute])
  const parts = [valueOf(attributes, GIVEN_NAME), valueOf(attributes, FAMILY_NAME)]
  const name = (whole ?? parts.filter(Boolean).join(' ')).trim()
  return isVisible(name) ? name : ''
}

function valueOf(
  attributes: readonly ProfileAttribute[],
  names: readonly string[]
): string | undefined {
  const known = names.map((name) => name.toLowerCase())
  const found = attributes.find(
    ({ name, friendlyName, values }) =>
      values.some((value) => value.trim() !== '') &&
      (known.includes(name.toLowerCase()) || known.includes((friendlyName ?? '').toLowerCase()))
  )
  return found?.values.find((value) => value.trim() !== '')
}
