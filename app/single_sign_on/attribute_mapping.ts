import type { ProfileAttribute } from './gate/assertion.js'

/** Which of a provider's attributes say what. Null: those that providers usually send. */
export interface AttributeMapping {
  emailAttribute: string | null
  nameAttribute: string | null
  givenNameAttribute: string | null
  familyNameAttribute: string | null
  groupsAttribute: string | null
}

export type MappedAttribute = keyof AttributeMapping

/** What Okta, Entra ID, Google, Ping, OneLogin, Keycloak, ADFS, Shibboleth and SimpleSAMLphp call it, where nobody has changed it. In lower case. */
export const USUAL_NAMES: Readonly<Record<MappedAttribute, readonly string[]>> = {
  emailAttribute: [
    'email',
    'mail',
    'emailaddress',
    'user.email',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'urn:oid:1.2.840.113549.1.9.1',
  ],
  nameAttribute: [
    'displayname',
    'name',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'cn',
  ],
  givenNameAttribute: [
    'firstname',
    'givenname',
    'given_name',
    'user.firstname',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
    'urn:oid:2.5.4.42',
  ],
  familyNameAttribute: [
    'lastname',
    'surname',
    'sn',
    'family_name',
    'user.lastname',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
    'urn:oid:2.5.4.4',
  ],
  groupsAttribute: [
    'groups',
    'group',
    'memberof',
    'ismemberof',
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
    'http://schemas.xmlsoap.org/claims/group',
    'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
  ],
}

/** Where the tenant has named an attribute, that one and no other. */
export function namesOf(mapping: AttributeMapping, what: MappedAttribute): readonly string[] {
  const named = mapping[what]
  return named === null ? USUAL_NAMES[what] : [named.toLowerCase()]
}

/** The first that says something. @param names  in lower case */
export function valueOf(
  attributes: readonly ProfileAttribute[],
  names: readonly string[]
): string | undefined {
  return valuesOf(attributes, names).at(0)
}

/** All of them, without white space around each. @param names  in lower case */
export function valuesOf(
  attributes: readonly ProfileAttribute[],
  names: readonly string[]
): string[] {
  return attributes
    .filter(
      ({ name, friendlyName }) =>
        names.includes(name.toLowerCase()) || names.includes((friendlyName ?? '').toLowerCase())
    )
    .flatMap(({ values }) => values.map((value) => value.trim()))
    .filter((value) => value !== '')
}
