/** What somebody may do in an account beyond looking at their own documents. `role.ts` says who has which. */
export const RIGHTS = [
  'ownAccount',
  'documents',
  'signers',
  'allDocuments',
  'mailbox',
  'keys',
  'webhooks',
  'integrations',
  'members',
  'usage',
  'brand',
  'domains',
  'sender',
  'tenants',
  'security',
  'notices',
  'data',
  'plan',
  'visits',
] as const

export type Right = (typeof RIGHTS)[number]

/** What an operator may do at the platform's console beyond looking after tenants. */
export const CONSOLE_RIGHTS = ['plans', 'removals', 'operators', 'settings'] as const

export type ConsoleRight = (typeof CONSOLE_RIGHTS)[number]
