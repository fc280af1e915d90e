import { createHash } from 'node:crypto'
import PdfMalformed from '../errors/pdf_malformed.js'
import type { CertificateEntry, Placement, SealOrder } from '../seal_order.js'
import { coversTestLabel } from '../pages/test_mark.js'
import { SealedDocument } from '../sealed_document.js'
import { CountersignedDocument } from '../signed/countersigned_document.js'
import type { Examined } from './examined.js'

const ROOM_BYTES = 64

/**
 * Seals what an upload became, with something on every page, and throws it away: what cannot be sealed
 * is refused here rather than after everybody has signed.
 *
 * @throws PdfMalformed
 */
export async function drySeal({ canonical, pageCount, pages }: Examined) {
  try {
    const { pageCount: sealed } = await SealedDocument.prepare(
      orderFor(canonical, pages),
      ROOM_BYTES
    )
    if (sealed > pageCount) return
  } catch (cause) {
    throw unsealable(cause as Error)
  }
  throw new PdfMalformed('it loses pages when it is sealed')
}

/** Pages of a signed upload that are sealed on trial and drawn: more would take longer than an upload may. */
const MAX_PAGES = 24

/**
 * The same of an upload that has to stay as it is.
 *
 * @returns what came of it, and what it must show
 * @throws PdfMalformed
 */
export async function drySealSigned({ canonical, pages }: Examined) {
  // what hides the label of a test document hides nothing of a real one
  const isTest = !pages.some(coversTestLabel)
  const order = { ...orderFor(canonical, pages.slice(0, MAX_PAGES)), isSignedBefore: true, isTest }
  try {
    const { file, marks, pageCount } = await CountersignedDocument.prepare(order, ROOM_BYTES)
    const canonicalBytes = canonical.length
    return { sealed: file, canonicalBytes, isRecord: false, isTest, marks, pageCount }
  } catch (cause) {
    throw unsealable(cause as Error)
  }
}

function unsealable(cause: Error): PdfMalformed {
  return new PdfMalformed(
    `it is damaged in a way that would keep it from being sealed (${cause.message})`,
    { cause }
  )
}

function orderFor(canonical: Uint8Array, pages: Examined['pages']): SealOrder {
  const at = new Date(0)
  const canonicalSha256 = createHash('sha256').update(canonical).digest('hex')
  const entry: CertificateEntry = {
    sequence: 1,
    at,
    event: 'Document uploaded',
    detail: null,
    actor: '',
    ipAddress: null,
    hash: canonicalSha256,
  }
  return {
    canonical,
    isTest: true,
    placements: pages.map(({ width, height }, index): Placement => {
      const box = { x: width / 4, y: height / 4, width: width / 2, height: height / 2 }
      return { page: index + 1, ...box, kind: 'checkbox', value: true }
    }),
    signaturePage: [],
    attachments: [],
    certificate: {
      language: 'en',
      documentId: '',
      title: '',
      tenantName: '',
      originalSha256: canonicalSha256,
      canonicalSha256,
      createdAt: at,
      completedAt: at,
      chainHead: canonicalSha256,
      chainLength: 1,
      signers: [],
      copies: [],
      entries: [entry],
      verifyUrl: 'https://example.com',
      brand: { name: '', color: '#000000' },
    },
    signing: {
      certificate: new Uint8Array(),
      chain: [],
      privateKey: new Uint8Array(),
      signerName: '',
      reason: '',
      at,
    },
  }
}
