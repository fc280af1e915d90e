import { X509Certificate } from 'node:crypto'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import type { Credential } from '#app/sealing/credential'
import CertificateRefused from '#app/sealing/errors/certificate_refused'
import SealFailed from '#app/sealing/errors/seal_failed'
import { revocationsOf } from '#app/sealing/revocation'
import { sealer } from '#app/sealing/seal'
import {
  certificateWithKey,
  provenCertificate,
  readAll,
  type OwnCertificate as Certificate,
} from '#app/sealing/own/own_certificate'
import { openPkcs12 } from '#app/sealing/own/pkcs12'
import { trialOrder } from '#app/sealing/own/trial_order'
import type { PrivateKey } from '#app/sealing/keys/private_key'
import { unit } from '#app/tenancy/current_tenant'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import CertificateRevocation from '../certificate_revocation.js'
import { SealHierarchy } from '../seal_hierarchy.js'
import SealKey from '../seal_key.js'
import { endorsedKey } from './endorsed_key.js'
import { watchEnd } from './end_watch.js'
import OwnCertificate, { certificateFacts } from './own_certificate.js'
import { keptAccess, type KeyAccess } from './kept_access.js'
import { triedKey } from './key_access.js'
import { credentialAt, providerHost, type ProviderAccess } from './provider.js'
import type { TokenAccess } from './token_signer.js'
import { resumeWaitingSeals } from './waiting_seals.js'

/** Where the key is. */
interface KeyFrom {
  privateKey: PrivateKey
  source: Pick<OwnCertificate, 'id' | 'source'>
  /** How to reach it, enveloped: as it is once it was tried, for a log-in may be renewed on the way. */
  access?: () => Promise<Buffer>
  /** The name of the provider's host. */
  provider?: string
}

/** Puts certificates of the tenant's own to use, and out of use. In the live scope. */
export const OwnCertificates = {
  /**
   * Seals with a certificate from a file from now on. Its password is not kept.
   *
   * @throws FeatureNotInPlan, CertificateRefused
   */
  async useFile(file: Uint8Array, password: string, by: Actor): Promise<void> {
    const { privateKey, ...own } = certificateWithKey(await openPkcs12(file, password), clock.now())
    const source = { id: newId('own'), source: 'file' } as const
    await OwnCertificates.use(own, { privateKey, source }, by)
  },

  /**
   * Has a provider seal from now on, by the CSC API. How to reach it is kept encrypted.
   *
   * @throws FeatureNotInPlan, CertificateRefused; E_KEY_STORE_AWAY where the provider refuses, or is away
   */
  async useProvider(access: ProviderAccess, by: Actor): Promise<void> {
    const credential = credentialAt(access)
    const own = await credential.certificate(clock.now())
    access.pinId = credential.pinId
    await useRemote(own, { source: 'provider', access }, by)
  },

  /**
   * Has a token that speaks PKCS#11 seal from now on, beside this installation. How to reach its key is kept encrypted.
   *
   * @param path  the certificate and its issuers, DER
   * @throws FeatureNotInPlan, CertificateRefused; E_KEY_STORE_AWAY where the token refuses, or has another key
   */
  async useToken(path: readonly Uint8Array[], access: TokenAccess, by: Actor): Promise<void> {
    const [signer, ...issuers] = readAll(path)
    if (!signer) throw new CertificateRefused('There is no certificate in the file.')
    const own = provenCertificate(signer, issuers, clock.now())
    await useRemote(own, { source: 'token', access }, by)
  },

  /**
   * A seal is made with it and verified first. Run twice, the later one counts.
   *
   * @throws FeatureNotInPlan, CertificateRefused; E_KEY_STORE_AWAY
   */
  async use(own: Certificate, from: KeyFrom, by: Actor): Promise<void> {
    const { privateKey, source, provider } = from
    const entitlements = await TenantEntitlements.current()
    entitlements.require('branding')
    await refuseStolenKey(own.certificate)
    const authority = await SealHierarchy.issuing('live')
    const to = { tenantName: entitlements.name, authority }
    const { credential, row } = await endorsedKey(own, privateKey, to)
    await trySeal(credential, entitlements.name)
    const access = (await from.access?.()) ?? null
    const { subject, issuer, serial, sha256 } = certificateFacts(own.certificate)
    await unit(async () => {
      const kept = { source: source.source, ...(provider && { provider }) }
      const details = { ...kept, subject, issuer, serial, sha256 }
      // it locks the account: of two who do so at once the second replaces the first's
      await SecurityTrail.append({ action: 'seal_certificate.used', actor: by, details })
      await resumeWaitingSeals(await OwnCertificate.current())
      await OwnCertificate.putAway()
      const made = await OwnCertificate.create({
        ...source,
        access,
        certificate: Buffer.from(own.certificate),
        chain: own.chain.map((der) => Buffer.from(der)),
        endsAt: row.expiresAt,
        createdBy: by.id ?? '',
        createdAt: clock.now(),
      })
      await SealKey.create({ ...row, ownCertificate: made.id })
      watchEnd(made)
    })
  },

  /** Seals with the platform's certificate from now on. Its key is gone; what was sealed with it stays as it is. @returns whether there was one */
  async remove(by: Actor): Promise<boolean> {
    return unit(async () => {
      await SecurityTrail.lock()
      const own = await OwnCertificate.current()
      if (!own) return false
      const { subject, serial } = certificateFacts(own.certificate)
      const details = { subject, serial }
      await SecurityTrail.append({ action: 'seal_certificate.removed', actor: by, details })
      await resumeWaitingSeals(own)
      await OwnCertificate.putAway()
      return true
    })
  },
}

async function useRemote(own: Certificate, where: KeyAccess, by: Actor): Promise<void> {
  const id = newId('own')
  const source = { id, source: where.source }
  const access = () => keptAccess(id, where)
  const privateKey = triedKey(id, where, own.certificate)
  const provider = where.source === 'provider' ? providerHost(where.access) : undefined
  await OwnCertificates.use(own, { privateKey, source, access, provider }, by)
}

/** Whose endorsement was revoked because somebody else may have the key: another certificate for it makes it no better. @throws CertificateRefused */
async function refuseStolenKey(certificate: Uint8Array): Promise<void> {
  const key = publicKeyOf(certificate)
  const known = (await SealKey.certificates()).filter(({ der }) => publicKeyOf(der).equals(key))
  const serials = known.map(({ serial }) => serial)
  const revocations = revocationsOf(serials, await CertificateRevocation.known())
  if (revocations.some(({ reason }) => reason === 'key_compromise'))
    throw new CertificateRefused(
      'Its key was revoked here, because somebody else may have it. Use a certificate with a new key.',
      { form: 'stolen_key' }
    )
}

function publicKeyOf(der: Uint8Array): Buffer {
  return new X509Certificate(der).publicKey.export({ type: 'spki', format: 'der' })
}

/** @throws CertificateRefused */
async function trySeal(credential: Credential, tenantName: string): Promise<void> {
  try {
    await sealer.seal(await trialOrder(credential, { tenantName, at: clock.now() }))
  } catch (cause) {
    if (!(cause instanceof SealFailed)) throw cause
    throw new CertificateRefused('A trial seal with it does not hold, so it was not put to use.', {
      ...{ cause, form: 'trial' },
    })
  }
}
