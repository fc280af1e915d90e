import { GIVEN_ROLES, ROLES, type Role } from '#app/identity/access/role'

interface RoleWords {
  label: string
  text: string
}

const WORDS: Record<Role, RoleWords> = {
  owner: { label: 'Owner', text: 'Everything, with plan, ownership and deletion.' },
  admin: { label: 'Admin', text: 'Everything but plan, ownership and deletion.' },
  developer: {
    label: 'Developer',
    text: 'Keys, webhooks and the sandbox; of live documents only their own.',
  },
  member: { label: 'Member', text: 'Sends documents, and sees those they sent.' },
  viewer: { label: 'Viewer', text: 'Sees nothing until documents can be shared.' },
}

export function roleLabel(role: Role): string {
  return WORDS[role].label
}

/** Owners are made by owners alone. @param has  the role of the member, which stays in sight */
export function rolesFor(giver: Role, has?: Role): (RoleWords & { value: Role })[] {
  const offered = ROLES.filter((role) => GIVEN_ROLES.includes(role) || role === has)
  return offered
    .filter((role) => role !== 'owner' || giver === 'owner')
    .map((value) => ({
      value,
      ...WORDS[value],
    }))
}
