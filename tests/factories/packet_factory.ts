import type Document from '#app/documents/document'
import { Draft } from '#app/documents/drafts/draft'
import type { DraftInput, SignerInput } from '#app/documents/drafts/draft_input'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { ANA, OLGA } from './document_factory.js'
import { makePdf } from './pdf_factory.js'

const PLACE = { x: 60, y: 200, width: 180, height: 50 }

/** Signs each of the three files: on pages 1, 3 and 4 of all. */
export const ANA_ON_EACH: SignerInput = {
  ...ANA,
  fields: [1, 3, 4].map((page) => ({ type: 'signature', page, ...PLACE })),
}

interface Named {
  name: string
  bytes: Uint8Array
}

let known: Promise<Named[]> | undefined

/** Three files of two, one and three pages, two of which have the same name; the same bytes each time. */
export function packetFiles(): Promise<Named[]> {
  known ??= Promise.all([
    named('Lease.pdf', { pages: 2, text: 'The lease' }),
    named('Rules.pdf', { pages: 1, text: 'House rules' }),
    named('Lease.pdf', { pages: 3, text: 'The inventory' }),
  ])
  return known
}

async function named(name: string, content: { pages: number; text: string }): Promise<Named> {
  return { name, bytes: await makePdf(content) }
}

let upload: Promise<AcceptedPdf> | undefined

/** The three as one; they are examined once for all. */
export function packetUpload(): Promise<AcceptedPdf> {
  upload ??= packetFiles().then((files) => AcceptedPdf.acceptAll(files))
  return upload
}

/** A document of three files in the entered scope. */
export async function makePacket(
  input: Partial<DraftInput> = {},
  { send = true } = {}
): Promise<Document> {
  const order = { title: 'Lease and annexes', signers: [ANA_ON_EACH], by: OLGA, ...input }
  return Draft.create(order, await packetUpload(), { send })
}
