import { LRUCache } from 'lru-cache'
import type Document from '#app/documents/document'
import { StoredFile } from '#app/documents/files/stored_file'
import { HOUR_MS } from '#app/foundation/duration'
import { intake } from '#app/sealing/intake/intake'
import type { ExaminedFile, SealReport } from '#app/sealing/verifier/seal_report'
import { acceptedRoots } from './accepted_roots.js'

const MAX_REPORTS = 1_000
/** About as much as a report takes beside its trail, in bytes. */
const REPORT_BYTES = 8_192

/** Of stored files, by their hash and how many revocations there were: neither changes, and files are read anew after an hour. */
const reports = new LRUCache<string, ExaminedFile>({
  max: MAX_REPORTS,
  maxSize: 32 * 2 ** 20,
  sizeCalculation: ({ trail }) => REPORT_BYTES + (trail?.byteLength ?? 0),
  ttl: HOUR_MS,
})

/** What the seals of this installation prove, found out in a limited process. */
export const SealVerification = {
  /** @throws PdfMalformed where it takes too much to read; E_INTAKE_BUSY, E_INTAKE_KILLED (503) */
  async of(bytes: Uint8Array): Promise<SealReport> {
    return (await SealVerification.withTrail(bytes)).report
  },

  /** The same, and the audit trail that the seal covers. */
  async withTrail(bytes: Uint8Array): Promise<ExaminedFile> {
    return intake.verify(bytes, await acceptedRoots())
  },

  /** @param number  of one of several files @returns null until there is a sealed PDF */
  async ofDocument(document: Document, number?: number): Promise<SealReport | null> {
    return (await SealVerification.withTrailOf(document, number))?.report ?? null
  },

  /** The same, and the audit trail that the seal covers. @param number  of one of several files */
  async withTrailOf(document: Document, number?: number): Promise<ExaminedFile | null> {
    const file = await (number === undefined
      ? StoredFile.sealed(document)
      : StoredFile.sealedOf(document, number))
    if (!file) return null
    const roots = await acceptedRoots()
    const key = `${file.sha256}|${roots.revoked.length}`
    const known = reports.get(key)
    if (known) return known
    const examined = await intake.verify(await file.read(), roots)
    reports.set(key, examined)
    return examined
  },
}
