/** An address of somebody; `primary` marks the one that counts. */
export interface PersonEmail {
  value: string
  type?: string
  primary?: boolean
  display?: string
}

/** What a directory says of somebody beside the name it has for them, as it was sent. */
export interface PersonProfile {
  displayName?: string
  name?: { formatted?: string; givenName?: string; familyName?: string }
  emails?: PersonEmail[]
  [attribute: string]: unknown
}

/** Somebody as a directory knows them (RFC 7643, 4.1). */
export interface Person {
  /** Unique in the tenant, whatever its case. */
  userName: string
  /** What the directory calls the resource. */
  externalId: string | null
  isActive: boolean
  profile: PersonProfile
}

/** The address that counts: the primary one, else the one at work, else the first; without any, the user name. */
export function addressOf({ userName, profile }: Person): string {
  const emails = profile.emails ?? []
  const chosen =
    emails.find(({ primary }) => primary) ??
    emails.find(({ type }) => type?.toLowerCase() === 'work') ??
    emails.at(0)
  return (chosen?.value ?? userName).trim().toLowerCase()
}

/** What members are called in lists and mails. */
export function nameOf({ userName, profile: { displayName, name } }: Person): string {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(' ')
  return displayName?.trim() || name?.formatted?.trim() || parts.trim() || userName
}
