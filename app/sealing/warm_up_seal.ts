import { createHash } from 'node:crypto'
import { warmUpRounds } from '#app/foundation/processes/warm_up_rounds'
import { createAuthority, issueLeaf } from './certificate_authority.js'
import { examine } from './intake/examination.js'
import { warmUpPdf } from './intake/warm_up_pdf.js'
import type { SealOrder } from './seal_order.js'

const ROUNDS = warmUpRounds(20)

/** Seals a document of nobody, so that the first real one meets compiled code and open fonts. */
export async function warmUp(seal: (order: SealOrder) => Promise<unknown>) {
  const order = await dummyOrder()
  for (let round = 0; round < ROUNDS; round++) await seal(order)
}

async function dummyOrder(): Promise<SealOrder> {
  const at = new Date()
  const { canonical } = await examine(warmUpPdf, 1)
  const canonicalSha256 = createHash('sha256').update(canonical).digest('hex')
  const tenant = { tenantId: 'nobody', tenantName: 'Nobody', isTest: true, at }
  const authority = await createAuthority({ name: 'Nobody', isTest: true, at })
  const place = { page: 1, x: 50, y: 50, width: 200, height: 40 }
  const signer = {
    isApprover: false,
    name: 'Nobody',
    email: 'nobody@example.com',
    status: 'signed' as const,
    consentVersion: '1',
    consentSha256: canonicalSha256,
    sentAt: at,
    viewedAt: at,
    signedAt: at,
    ipAddress: '192.0.2.1',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140',
    order: null,
  }
  return {
    canonical,
    isTest: true,
    placements: [
      {
        ...place,
        kind: 'text',
        value: 'Nobody at all, and some more words to be broken into lines',
      },
      { ...place, kind: 'signature', value: { kind: 'typed', text: 'Nobody' } },
      { ...place, kind: 'checkbox', value: true },
    ],
    signaturePage: [],
    attachments: [],
    certificate: {
      language: 'en',
      documentId: 'nothing',
      title: 'Nothing',
      tenantName: 'Nobody',
      originalSha256: canonicalSha256,
      canonicalSha256,
      createdAt: at,
      completedAt: at,
      chainLength: 12,
      chainHead: canonicalSha256,
      signers: [signer, signer],
      copies: [],
      entries: Array.from({ length: 12 }, (_, index) => ({
        sequence: index + 1,
        at,
        event: 'Document created',
        detail: 'Nothing',
        actor: 'Nobody',
        ipAddress: '192.0.2.1',
        hash: canonicalSha256,
      })),
      verifyUrl: 'https://example.com/verify',
      brand: { name: 'Nobody', color: '#1f3a5f' },
    },
    signing: {
      ...(await issueLeaf(authority, tenant)),
      signerName: 'Nobody',
      reason: 'Nothing',
      at,
    },
  }
}
