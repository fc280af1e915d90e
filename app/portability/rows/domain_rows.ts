import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import { HELD, type DomainKind, type DomainStatus } from '#app/tenants/domains/domain'
import { isFree } from '#app/tenants/domains/domain_rivals'

type Row = Record<string, unknown>

/** What the course of a host has written down so far. */
const UNTROD = {
  status: 'pending',
  primary_for: [],
  findings: null,
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
export function fromElsewhere(domains: readonly Row[] = []): Row[] {
  return domains.map((domain) =>
    domain.status === 'released' ? { ...domain, kept_until: null } : claimed(domain)
  )
}

/** Hosts of a tenant that comes back: what somebody else has by now it may only claim, as anybody may. */
export async function unlessTaken(
  domains: readonly Row[] = [],
  trx: TransactionClientContract
): Promise<Row[]> {
  const rows: Row[] = []
  for (const domain of domains) {
    const wanted = {
      host: String(domain.host),
      kind: domain.kind as DomainKind,
      tenantId: String(domain.tenant_id),
    }
    const isHeld = (HELD as readonly DomainStatus[]).includes(domain.status as DomainStatus)
    rows.push(isHeld && !(await isFree(wanted, trx)) ? claimed(domain) : domain)
  }
  return rows
}

/** From now on, for nobody waits long for the records of an old claim. */
function claimed(domain: Row): Row {
  return { ...domain, ...UNTROD, created_at: clock.now().toISOString() }
}
