import { X509Certificate } from 'node:crypto'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { issueLeaf, type Credential } from '#app/sealing/certificate_authority'
import { newKey } from '#app/sealing/keys/stored_keys'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import type { Row } from '#app/tenancy/statement'
import IssuedCertificate from './issued_certificate.js'
import { leafTerms } from './leaf_terms.js'
import { endorsedAnew } from './own/endorsed_key.js'
import type SealAuthority from './seal_authority.js'
import { SealHierarchy } from './seal_hierarchy.js'
import SealKey from './seal_key.js'
import { keptKey, openedKey } from './seal_key_secret.js'

const LIFETIME_MS = 3 * 365 * DAY_MS

/**
 * What a tenant's documents are sealed with: made at its first seal, and anew when another authority issues; or one of the tenant's own, as
 * long as there is one.
 */
export const SealCredential = {
  async current(tenantName: string): Promise<Credential> {
    const [rows] = await CurrentTenant.batch([SealKey.reading()])
    return SealCredential.from(rows, tenantName)
  },

  /** @param rows  what `SealKey.reading` answered */
  async from(rows: readonly Row[], tenantName: string): Promise<Credential> {
    const [newest] = modelsOf(SealKey, rows)
    const authority = await issuingAuthority()
    if (newest && newest.authorityId === authority.id) return credentialOf(newest)
    if (newest?.ownCertificate) return endorsedAnew(newest, tenantName, authority)
    return credentialOf(await issued(tenantName, authority))
  },

  async renew(tenantName: string): Promise<SealKey> {
    return issued(tenantName, await issuingAuthority())
  },
}

function issuingAuthority(): Promise<SealAuthority> {
  return SealHierarchy.issuing(CurrentTenant.get().environment)
}

async function credentialOf(key: SealKey): Promise<Credential> {
  const { certificate, chain } = key
  return { certificate, chain, privateKey: await openedKey(key) }
}

/** Two workers may each issue one: both are good, and the newer is used from then on. */
async function issued(tenantName: string, authority: SealAuthority): Promise<SealKey> {
  const key = await newKey(`seal-${CurrentTenant.get().environment}`)
  const terms = await leafTerms(tenantName, authority)
  const leaf = await issueLeaf(await authority.credential(), { ...terms, key })
  await IssuedCertificate.record(leaf.certificate, authority)
  const now = clock.now()
  const end = new X509Certificate(leaf.certificate).validToDate
  return SealKey.create({
    certificate: Buffer.from(leaf.certificate),
    chain: leaf.chain.map((issuer) => Buffer.from(issuer)),
    ...(await keptKey(leaf.privateKey)),
    authorityId: authority.id,
    createdAt: now,
    expiresAt: new Date(Math.min(now.getTime() + LIFETIME_MS, end.getTime())),
  })
}
