/** From the one with the most rights to the one with the fewest. */
export const ROLES = ['owner', 'admin', 'developer', 'member', 'viewer'] as const

export type Role = (typeof ROLES)[number]

/** Nothing can be shared with viewers yet, so nobody is made one; those who are stay. */
export const GIVEN_ROLES: readonly Role[] = ROLES.filter((role) => role !== 'viewer')
