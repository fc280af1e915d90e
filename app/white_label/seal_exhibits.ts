import { X509Certificate } from 'node:crypto'
import { PDFDocument } from 'pdf-lib'
import { clock } from '#app/foundation/clock'
import { sha256Hex } from '#app/foundation/opaque_token'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer } from '#app/sealing/seal'
import { SealCredential } from '#app/signing/seal/seal_credential'
import { BrandImages } from '#app/brand/brand_images'
import { codeAddress } from '#app/documents/tracking/printed_code'
import type { Profile } from '#app/brand/profile'
import type { Exhibit } from './exhibit.js'
import { pdfTexts } from './pdf_texts.js'

/** A blank page, sealed as this tenant's documents are, with its certificates. It is stored nowhere. In the live environment. */
export async function sealExhibits({ entitlements, brand }: Profile): Promise<Exhibit[]> {
  const intake = new Intake({ maxProcesses: 1 })
  const sealer = new Sealer({ maxThreads: 1, intake })
  const credential = await SealCredential.current(entitlements.name)
  try {
    const { canonical } = await intake.examine(await blankPage())
    const logo = await BrandImages.find(brand.snapshot.logo)
    const { name, color } = brand
    const at = clock.now()
    const { bytes } = await sealer.seal({
      canonical,
      isTest: false,
      placements: [],
      signaturePage: [],
      certificate: {
        language: 'en',
        documentId: 'doc_00000000000000000000000000',
        title: 'Sample',
        tenantName: entitlements.name,
        originalSha256: sha256Hex('sample'),
        canonicalSha256: sha256Hex(canonical),
        createdAt: at,
        completedAt: at,
        chainLength: 1,
        chainHead: sha256Hex('sample'),
        signers: [],
        copies: [],
        entries: [sampleEntry(at)],
        verifyUrl: codeAddress(entitlements),
        brand: { name, color, ...(logo && { logo: new Uint8Array(logo.bytes) }) },
      },
      signing: { ...credential, signerName: name, reason: 'All parties have signed', at },
      attachments: [],
    })
    return [
      { name: 'sealed PDF: pages, metadata and streams', texts: await pdfTexts(bytes) },
      ...[credential.certificate, ...credential.chain].map(certificateExhibit),
    ]
  } finally {
    await Promise.all([intake.close(), sealer.close()])
  }
}

function sampleEntry(at: Date) {
  const hash = sha256Hex('sample')
  const event = 'Document created'
  return { sequence: 1, at, event, detail: null, actor: 'Sample', ipAddress: null, hash }
}

function certificateExhibit(der: Uint8Array): Exhibit {
  const { subject, issuer, subjectAltName = '' } = new X509Certificate(der)
  return {
    name: `certificate of ${subject.split('\n').at(-1)}`,
    texts: [subject, issuer, subjectAltName],
  }
}

async function blankPage(): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.addPage()
  return document.save()
}
