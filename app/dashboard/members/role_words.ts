import { ROLES, type Role } from '#app/identity/user'

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
  viewer: { label: 'Viewer', text: 'Reads what is shared with them.' },
}

export function roleLabel(role: Role): string {
  return WORDS[role].label
}

/** Owners are made by owners alone. */
export function rolesFor(giver: Role): (RoleWords & { value: Role })[] {
  return ROLES.filter((role) => role !== 'owner' || giver === 'owner').map((value) => ({
    value,
    ...WORDS[value],
  }))
}
