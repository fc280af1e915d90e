import { createHash } from 'node:crypto'
import type { Credential } from '../credential.js'
import { emptyPage } from '../empty_page.js'
import type { SealOrder } from '../seal_order.js'

/** A page about nothing, sealed to see whether a certificate and its key make a seal that holds. It is thrown away. */
export async function trialOrder(
  credential: Credential,
  { tenantName, at }: { tenantName: string; at: Date }
): Promise<SealOrder> {
  const { canonical } = await emptyPage()
  const sha256 = createHash('sha256').update(canonical).digest('hex')
  const entry = { at, event: 'Trial', detail: null, actor: tenantName, ipAddress: null }
  return {
    canonical,
    isTest: false,
    placements: [],
    signaturePage: [],
    certificate: {
      documentId: 'trial',
      title: 'Trial',
      tenantName,
      language: 'en',
      originalSha256: sha256,
      canonicalSha256: sha256,
      createdAt: at,
      completedAt: at,
      chainLength: 1,
      chainHead: sha256,
      signers: [],
      copies: [],
      entries: [{ ...entry, sequence: 1, hash: sha256 }],
      verifyUrl: 'https://example.com/verify',
      brand: { name: tenantName, color: '#1f3a5f' },
    },
    attachments: [],
    signing: { ...credential, signerName: tenantName, reason: 'Trial', at },
    record: { kind: 'certificate', end: null, pageCount: 1 },
  }
}
