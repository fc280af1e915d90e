type Row = Record<string, unknown>

/** What the course of a host has written down so far. */
const UNTROD = {
  status: 'pending',
  primary_for: [],
  verified_at: null,
  checked_at: null,
  failing_since: null,
  warned_at: null,
  kept_until: null,
}

/**
 * Hosts that led to another installation lead nowhere until their records were looked at from here. One that was given up stays so:
 * its records may still be there, and nobody wants it back.
 */
export function fromElsewhere(domains: readonly Row[]): Row[] {
  return domains.map((domain) =>
    domain.status === 'released' ? { ...domain, kept_until: null } : { ...domain, ...UNTROD }
  )
}
