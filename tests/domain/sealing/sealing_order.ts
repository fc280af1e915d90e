import { createHash } from 'node:crypto'
import type { Language } from '#app/foundation/phrases/languages'
import { createAuthority, issueLeaf, type Credential } from '#app/sealing/certificate_authority'
import type { CertificateSigner, Placement, SealOrder } from '#app/sealing/seal'

const TENANT_ID = 'ten_01jd9k3v5t8x2m4n6p7q9r0s1t'
/** Certificates begin then, too, so that no test depends on what day it is. */
export const SEALED_AT = new Date('2026-11-21T14:03:22.000Z')

export interface OrderOptions {
  isTest?: boolean
  placements?: Placement[]
  signers?: number
  entries?: number
  credential?: Credential
  language?: Language
}

let authority: Promise<Credential> | undefined

/** The root behind the orders of one run. */
export function testAuthority() {
  authority ??= createAuthority({ name: 'Countersign test authority', isTest: true, at: SEALED_AT })
  return authority
}

export function sha256(bytes: Uint8Array | string) {
  return createHash('sha256').update(bytes).digest('hex')
}

/** An order as completing a document with two signers makes one. */
export async function sealOrder(
  canonical: Uint8Array,
  {
    isTest = false,
    placements = PLACEMENTS,
    signers = 2,
    entries = 14,
    credential,
    language = 'en',
  }: OrderOptions = {}
): Promise<SealOrder> {
  const tenant = { tenantId: TENANT_ID, tenantName: 'Acme GmbH', isTest, at: SEALED_AT }
  return {
    canonical,
    isTest,
    placements,
    signaturePage: [],
    attachments: [],
    certificate: {
      language,
      documentId: 'doc_01jd9k3v5t8x2m4n6p7q9r0s1t',
      title: 'Master services agreement',
      tenantName: 'Acme GmbH',
      originalSha256: sha256('original'),
      canonicalSha256: sha256(canonical),
      createdAt: SEALED_AT,
      completedAt: SEALED_AT,
      chainLength: entries,
      chainHead: sha256(`entry ${entries}`),
      signers: Array.from({ length: signers }, (_, index) => certificateSigner(index)),
      copies: [],
      entries: Array.from({ length: entries }, (_, index) => ({
        sequence: index + 1,
        at: SEALED_AT,
        event: EVENTS[index % EVENTS.length]!,
        detail: index % 3 === 1 ? 'jane@example.com' : null,
        actor: 'Jane Doe (jane@example.com)',
        ipAddress: index % 3 === 2 ? null : '203.0.113.17',
        hash: sha256(`entry ${index + 1}`),
      })),
      verifyUrl: 'https://acme.example/verify/doc_01jd9k3v5t8x2m4n6p7q9r0s1t',
      brand: { name: 'Acme GmbH', color: '#0f766e' },
    },
    signing: {
      ...(credential ?? (await issueLeaf(await testAuthority(), tenant))),
      signerName: 'Acme GmbH',
      reason: 'All parties have signed',
      at: SEALED_AT,
    },
  }
}

const EVENTS = [
  'Document created',
  'Document sent',
  'Link opened',
  'Field completed',
  'Document signed',
]

/** A pen that goes up and down over a pad of 300 by 120. */
export const STROKES = [
  Array.from({ length: 40 }, (_, step) => ({
    x: 20 + step * 6,
    y: 60 + 25 * Math.sin(step / 2.5),
  })),
]

const PLACEMENTS: Placement[] = [
  { page: 1, x: 60, y: 60, width: 180, height: 22, kind: 'text', value: 'Jane Doe' },
  { page: 1, x: 60, y: 100, width: 100, height: 20, kind: 'text', value: '21 Nov 2026' },
  { page: 1, x: 60, y: 140, width: 16, height: 16, kind: 'checkbox', value: true },
  {
    page: 1,
    x: 60,
    y: 180,
    width: 200,
    height: 60,
    kind: 'signature',
    value: { kind: 'drawn', strokes: STROKES, width: 300, height: 120 },
  },
]

function certificateSigner(index: number): CertificateSigner {
  return {
    isApprover: false,
    name: index === 0 ? 'Jane Doe' : `Signer ${index + 1}`,
    email: index === 0 ? 'jane@example.com' : `signer${index + 1}@example.com`,
    status: 'signed',
    consentVersion: '2026-01',
    consentSha256: sha256('consent'),
    sentAt: SEALED_AT,
    viewedAt: SEALED_AT,
    signedAt: SEALED_AT,
    ipAddress: '203.0.113.17',
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0',
    order: null,
  }
}
