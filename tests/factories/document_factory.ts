import type { Actor } from '#app/audit/actor'
import type Document from '#app/documents/document'
import { Draft } from '#app/documents/drafts/draft'
import type { DraftInput, SignerInput } from '#app/documents/drafts/draft_input'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { makePdf } from './pdf_factory.js'

export const OLGA: Actor = {
  type: 'user',
  id: 'usr_olga',
  name: 'Olga Owner',
  ipAddress: '198.51.100.7',
  userAgent: 'Tests/1.0',
}

export const ANA: SignerInput = {
  name: 'Ana Buyer',
  email: 'ana@example.test',
  fields: [{ type: 'signature', page: 1, x: 60, y: 200, width: 180, height: 50 }],
}
export const BEN: SignerInput = {
  name: 'Ben Seller',
  email: 'ben@example.test',
  fields: [{ type: 'signature', page: 1, x: 300, y: 200, width: 180, height: 50 }],
}

let upload: Promise<AcceptedPdf> | undefined

/** A document of two signers in the entered scope; the PDF is examined once for all. */
export async function makeDocument(
  input: Partial<DraftInput> = {},
  { send = true } = {}
): Promise<Document> {
  upload ??= makePdf().then((bytes) => AcceptedPdf.accept(bytes, 'contract.pdf'))
  return Draft.create(
    { title: 'Contract of sale', signers: [ANA, BEN], by: OLGA, ...input },
    await upload,
    { send }
  )
}
