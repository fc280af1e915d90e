import { LRUCache } from 'lru-cache'
import type Document from '#app/documents/document'
import { StoredFile } from '#app/documents/files/stored_file'
import { HOUR_MS } from '#app/foundation/duration'
import { timestamps } from '#app/sealing/configuration'
import { intake } from '#app/sealing/intake/intake'
import type { Revocation } from '#app/sealing/revocation'
import type { SealReport } from '#app/sealing/verifier/seal_report'
import CertificateRevocation from './certificate_revocation.js'
import SealAuthority from './seal_authority.js'

const MAX_REPORTS = 1_000

/** Of stored files, by their hash and how many revocations there were: neither changes, and files are read anew after an hour. */
const reports = new LRUCache<string, SealReport>({ max: MAX_REPORTS, ttl: HOUR_MS })

/** What the seals of this installation prove, found out in a limited process. */
export const SealVerification = {
  /** @throws PdfMalformed where it takes too much to read; E_INTAKE_BUSY, E_INTAKE_KILLED (503) */
  async of(bytes: Uint8Array): Promise<SealReport> {
    return examined(bytes, await CertificateRevocation.known())
  },

  /** @param number  of one of several files @returns null until there is a sealed PDF */
  async ofDocument(document: Document, number?: number): Promise<SealReport | null> {
    const file = await (number === undefined
      ? StoredFile.sealed(document)
      : StoredFile.sealedOf(document, number))
    if (!file) return null
    const revoked = await CertificateRevocation.known()
    const key = `${file.sha256}|${revoked.length}`
    const known = reports.get(key)
    if (known) return known
    const report = await examined(await file.read(), revoked)
    reports.set(key, report)
    return report
  },
}

async function examined(bytes: Uint8Array, revoked: Revocation[]): Promise<SealReport> {
  const roots = timestamps.value.roots.map(({ raw }) => raw)
  return intake.verify(bytes, { seals: await SealAuthority.roots(), timestamps: roots, revoked })
}
