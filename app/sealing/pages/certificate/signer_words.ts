import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { CertificateSigner } from '../../seal_order.js'

/** Who approves is told apart from who signs, whatever has come of it. */
export function statusOf({ isApprover, status }: CertificateSigner, { t }: Phrasebook): string {
  const words = t(`signer_status.${status}`)
  if (!isApprover) return words
  const isDone = status === 'signed'
  return isDone ? t('certificate.approved') : t('certificate.approver', { status: words })
}

/** What they agreed to, and on a second line that they had taken it back before. */
export function consentOf(
  {
    consentVersion: version,
    consentSha256: hash,
    consentWithdrawnAt: withdrawnAt = null,
  }: Pick<CertificateSigner, 'consentVersion' | 'consentSha256' | 'consentWithdrawnAt'>,
  { t, instant }: Phrasebook
): string[] {
  if (version === null) return ['—']
  const agreed = hash
    ? t('certificate.consent_hash', { version, hash })
    : t('certificate.consent_version', { version })
  if (withdrawnAt === null) return [agreed]
  return [agreed, t('certificate.consent_withdrawn', { moment: instant(withdrawnAt) })]
}

/** That the link alone did not let them in; null where it did. */
export function accessOf(
  { access }: Pick<CertificateSigner, 'access'>,
  { t, instant }: Phrasebook
): string | null {
  if (!access) return null
  const { check, enteredAt, sentTo: address } = access
  const moment = instant(enteredAt)
  if (check === 'code') return t('certificate.code_agreed', { moment })
  const way = check === 'sms_code' ? 'code_sms' : 'code_email'
  return address
    ? t(`certificate.${way}`, { moment, address })
    : t(`certificate.${way}_sent`, { moment })
}

/** On whose device they signed, a line each; none where it was by a link of their own. */
export function presenceOf(
  { inPerson }: Pick<CertificateSigner, 'inPerson'>,
  { t }: Phrasebook
): string[] {
  if (!inPerson?.host) return []
  const { name, email } = inPerson.host
  const host =
    name && email ? t('certificate.host', { name, email }) : t('certificate.host_unnamed')
  return [host, t('certificate.host_device')]
}

/** The certificate of their own that they signed with, a line each; none without one. */
export function certificateOf(
  { certified }: Pick<CertificateSigner, 'certified'>,
  { t }: Phrasebook
): string[] {
  if (!certified) return []
  const { subject, issuer, serial, certificateSha256: hash } = certified
  if (subject === null) return [`SHA-256 ${hash}`]
  return [
    t('certificate.own_subject', { subject }),
    t('certificate.own_issuer', { issuer: issuer ?? '—' }),
    t('certificate.own_hash', { serial: serial ?? '—', hash }),
  ]
}

/** What the identity provider said, a line each; none where the link was enough. */
export function identityOf(
  { identity }: Pick<CertificateSigner, 'identity'>,
  { t, instant }: Phrasebook
): string[] {
  if (!identity) return []
  const { provider, authenticationContext, authenticatedAt, at, assertionSha256: hash } = identity
  const context = authenticationContext?.split(':').at(-1)
  const moment = instant(authenticatedAt)
  return [
    t('certificate.proved', { moment: instant(at), provider }),
    context
      ? t('certificate.logged_in_by', { moment, context })
      : t('certificate.logged_in', { moment }),
    t('certificate.assertion', { hash }),
  ]
}
