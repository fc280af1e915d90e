import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { unit } from '#app/tenancy/current_tenant'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import Connection from '../connection.js'
import MetadataRefused from '../errors/metadata_refused.js'
import { Rejection } from '../gate/rejection.js'
import { requireWhoMayReplace } from '../owners.js'
import { fingerprintOf, ProviderCertificates } from './provider_certificates.js'
import { certificatesIn } from './provider_fields.js'

/** The provider's certificates, as people exchange them: the next one is added before the provider uses it, the old one removed after. */
export const CertificateList = {
  /** @param text  PEM. @throws FeatureNotInPlan, MetadataRefused, OwnerRequired */
  async add(text: string, by: Actor): Promise<void> {
    await refusing(async () => {
      const certificates = certificatesIn(text)
      const names = certificates.map(fingerprintOf)
      const adding = () => ProviderCertificates.add(certificates)
      await change('sso.certificates_added', names, by, adding)
    })
  },

  /** @throws FeatureNotInPlan, MetadataRefused for the last one, OwnerRequired */
  async remove(sha256: string, by: Actor): Promise<void> {
    const removing = () => ProviderCertificates.remove(sha256)
    await refusing(() => change('sso.certificates_removed', [sha256], by, removing))
  },
}

async function change(
  action: 'sso.certificates_added' | 'sso.certificates_removed',
  certificates: readonly string[],
  by: Actor,
  work: () => Promise<unknown>
): Promise<void> {
  const entitlements = await TenantEntitlements.current()
  entitlements.require('sso')
  await unit(async () => {
    await SecurityTrail.append({ action, actor: by, details: { certificates } })
    await requireWhoMayReplace(by)
    const connection = await Connection.query().firstOrFail()
    await work()
    const version = connection.version + 1
    await connection.merge({ version, updatedAt: clock.now() }).save()
  })
}

async function refusing(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof Rejection ? new MetadataRefused(error.fault) : error
  }
}
