import InvalidValue from '#app/directory/errors/invalid_value'
import type { Person, PersonProfile } from '#app/directory/person'
import { ENTERPRISE_USER_SCHEMA, USER_SCHEMA } from '../schemas/user_schema.js'
import { attributesIn, EXTERNAL_ID, type Attributes } from './attributes.js'
import type { Attribute } from '../schemas/attribute.js'
import type { Complex } from './value.js'

/** What a client writes of a user: the core schema's attributes, and the extension under its name. */
export const USER_ATTRIBUTES: readonly Attribute[] = [
  ...USER_SCHEMA.attributes,
  EXTERNAL_ID,
  {
    name: ENTERPRISE_USER_SCHEMA.id,
    description: ENTERPRISE_USER_SCHEMA.description,
    type: 'complex',
    subAttributes: ENTERPRISE_USER_SCHEMA.attributes,
  },
]

interface Usual {
  isActive: boolean
}

/** @throws InvalidValue */
export function personIn(sent: Record<string, unknown>, usual: Usual): Person {
  return personOf(attributesIn(USER_ATTRIBUTES, sent), usual)
}

/**
 * @param usual  whether the person is active where that is unassigned: what is left out, removed or null lets nobody in
 * @throws InvalidValue without a user name
 */
export function personOf(attributes: Attributes, usual: Usual): Person {
  const { userName, externalId, active, ...profile } = attributes
  if (typeof userName !== 'string') throw new InvalidValue('userName is required')
  return {
    userName,
    externalId: typeof externalId === 'string' ? externalId : null,
    isActive: typeof active === 'boolean' ? active : usual.isActive,
    profile: profile as PersonProfile,
  }
}

export function attributesOf({ userName, externalId, isActive, profile }: Person): Attributes {
  const attributes: Attributes = Object.create(null)
  for (const [name, value] of Object.entries(profile)) attributes[name] = value as Complex
  return Object.assign(attributes, {
    ...{ userName, active: isActive },
    externalId: externalId ?? undefined,
  })
}
