/** Classes of the Open Cybersecurity Schema Framework, with the activities of each that entries of the security trail are. */
export const OCSF_CLASSES = {
  3001: {
    name: 'Account Change',
    activities: {
      1: 'Create',
      2: 'Enable',
      3: 'Password Change',
      4: 'Password Reset',
      5: 'Disable',
      6: 'Delete',
      10: 'MFA Factor Enable',
      11: 'MFA Factor Disable',
      99: 'Other',
    },
  },
  3002: { name: 'Authentication', activities: { 1: 'Logon', 2: 'Logoff', 99: 'Other' } },
  3004: {
    name: 'Entity Management',
    activities: { 1: 'Create', 3: 'Update', 4: 'Delete', 99: 'Other' },
  },
  3005: {
    name: 'User Access Management',
    activities: { 1: 'Assign Privileges', 2: 'Revoke Privileges', 99: 'Other' },
  },
  3006: {
    name: 'Group Management',
    activities: {
      1: 'Assign Privileges',
      3: 'Add User',
      4: 'Remove User',
      5: 'Delete',
      6: 'Create',
      99: 'Other',
    },
  },
  6003: {
    name: 'API Activity',
    activities: { 1: 'Create', 2: 'Read', 3: 'Update', 4: 'Delete', 99: 'Other' },
  },
} as const

type Classes = typeof OCSF_CLASSES
export type OcsfClass = keyof Classes

/** A class, and one of its own activities. */
export type OcsfKind = {
  [C in OcsfClass]: {
    class: C
    activity: keyof Classes[C]['activities']
    severity: OcsfSeverity
    /** What was changed, where the class asks for it. */
    of?: string
    hasFailed?: boolean
    /** The protocol of an authentication: 5 is SAML, 99 another. */
    protocol?: 5 | 99
  }
}[OcsfClass]

export const OCSF_SEVERITIES = { 1: 'Informational', 2: 'Low', 3: 'Medium', 4: 'High' } as const

export type OcsfSeverity = keyof typeof OCSF_SEVERITIES
