import type { Group } from '#app/directory/group'
import { GROUP_SCHEMA } from '../schemas/group_schema.js'
import { versionOf } from './version.js'

/** A group as clients read it (RFC 7643, 4.2). Its version does not say who is in it where members were left out; the time of its change does. */
export function groupResource(group: Group, base: string) {
  const { id, displayName, externalId, members, createdAt, updatedAt } = group
  const created = createdAt.toISOString()
  const lastModified = updatedAt.toISOString()
  const version = versionOf({ id, displayName, externalId, lastModified, count: group.memberCount })
  return {
    schemas: [GROUP_SCHEMA.id],
    ...{ id, ...(externalId !== null && { externalId }), displayName },
    ...(members.length > 0 && {
      members: members.map((member) => ({
        value: member.id,
        $ref: `${base}/Users/${member.id}`,
        display: member.name,
      })),
    }),
    meta: {
      ...{ resourceType: 'Group', created, lastModified, version },
      location: `${base}/Groups/${id}`,
    },
  }
}
