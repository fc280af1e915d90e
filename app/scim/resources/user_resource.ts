import type { ListedPerson } from '#app/directory/listed_person'
import { ENTERPRISE_USER_SCHEMA, USER_SCHEMA } from '../schemas/user_schema.js'
import { versionOf } from './version.js'

/** A user as clients read them (RFC 7643, 4.1). @param base  the address of the service */
export function userResource(person: ListedPerson, base: string) {
  const { id, userName, externalId, isActive, profile, groups } = person
  const isExtended = ENTERPRISE_USER_SCHEMA.id in profile
  const shown = {
    schemas: [USER_SCHEMA.id, ...(isExtended ? [ENTERPRISE_USER_SCHEMA.id] : [])],
    ...{ id, ...(externalId !== null && { externalId }), userName },
    ...profile,
    active: isActive,
    ...(groups.length > 0 && {
      groups: groups.map((group) => ({
        value: group.id,
        $ref: `${base}/Groups/${group.id}`,
        display: group.displayName,
      })),
    }),
  }
  return {
    ...shown,
    meta: {
      resourceType: 'User',
      created: person.createdAt.toISOString(),
      lastModified: person.updatedAt.toISOString(),
      location: `${base}/Users/${id}`,
      version: versionOf(shown),
    },
  }
}
