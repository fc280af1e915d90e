import { canonicalJson } from '#app/foundation/canonical_json'
import { counted } from '#app/foundation/counted'
import type { ErasureFacts } from './erasure_facts.js'
import { InstallationKey, isSignedBy } from '../installation_key.js'
import { keyBackupsEndOn } from '../key_backup_end.js'

/** A signature under a certificate is good for nothing else. */
const SIGNED_AS = 'countersign/erasure-certificate/v1\0'

/** What this installation declares about a tenant that it has erased. It names the tenant by its id alone. */
export interface ErasureCertificate extends ErasureFacts {
  format: 'countersign.erasure/1'
  tenantId: string
  startedAt: string
  finishedAt: string
  /** Until this day a backup of the keys may still open a backup of the data. */
  lastKeyBackupEndsOn: string
  publicKey: string
}

export async function certificateOf(
  tenantId: string,
  facts: ErasureFacts,
  { startedAt, finishedAt }: { startedAt: Date; finishedAt: Date }
): Promise<ErasureCertificate> {
  return {
    format: 'countersign.erasure/1',
    tenantId,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    lastKeyBackupEndsOn: keyBackupsEndOn(finishedAt),
    ...facts,
    publicKey: await InstallationKey.publicPem(),
  }
}

export function signCertificate(certificate: ErasureCertificate): Promise<string> {
  return InstallationKey.sign(`${SIGNED_AS}${canonicalJson(certificate)}`)
}

export function isCertificateSigned(certificate: ErasureCertificate, signature: string): boolean {
  return isSignedBy(certificate.publicKey, `${SIGNED_AS}${canonicalJson(certificate)}`, signature)
}

/** The same for people. */
export function certificateText(certificate: ErasureCertificate): string {
  const { tenantId, startedAt, finishedAt, rows, trails, files, lastKeyBackupEndsOn } = certificate
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const documents = (rows['live/documents'] ?? 0) + (rows['test/documents'] ?? 0)
  return [
    'Certificate of erasure',
    '',
    `Tenant           ${tenantId}`,
    `Begun            ${startedAt}`,
    `Finished         ${finishedAt}`,
    '',
    'Destroyed, the key first:',
    `  1 root key, and with it every key that was derived from it or enveloped under it`,
    `  ${counted(documents, 'document')}, ${counted(total, 'row')} in ${counted(Object.keys(rows).length, 'table')}`,
    `  ${counted(files.count, 'file')} of ${counted(files.bytes, 'byte')}`,
    `  ${counted(trails.count, 'audit trail')} with ${counted(trails.entries, 'entry', 'entries')}; ${trails.count === 1 ? 'its end hashes' : 'their ends hash'} to`,
    `    ${trails.heads}`,
    '',
    `Backups of keys that were made before end on ${lastKeyBackupEndsOn}. From that day on no copy`,
    'of the files, wherever it lies, can be read by anybody.',
  ].join('\n')
}
