import { X509Certificate } from 'node:crypto'
import { subjectLine } from '#app/sealing/pades/distinguished_name'
import SealAuthority from '#app/signing/seal/seal_authority'

/** The roots of this installation as the documentation prints them, live ones first. */
export async function sealRoots() {
  const roots = await SealAuthority.roots()
  return roots
    .toSorted((a, b) => Number(a.isTest) - Number(b.isTest))
    .map(({ der, isTest }) => {
      const certificate = new X509Certificate(der)
      const { fingerprint256, validToDate } = certificate
      return {
        isTest,
        subject: subjectLine(certificate),
        sha256: fingerprint256.replaceAll(':', '').toLowerCase(),
        validUntil: validToDate.toISOString().slice(0, 10),
      }
    })
}
