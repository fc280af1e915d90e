import type Document from '#app/documents/document'
import type Signer from '#app/documents/signer'
import type { Correspondence } from '../correspondence.js'
import { signerLink } from '../links.js'
import { day, fact, moment, type Words } from '../letters/words.js'

const YOURS_ALONE =
  'You need no account. The link is made for you alone: whoever has it can sign in your name, so please do not pass it on.'

export async function invitation(correspondence: Correspondence, signer: Signer): Promise<Words> {
  const { document, senderName } = correspondence
  return {
    ...(await request(correspondence, signer)),
    preview: `${senderName} sent you a document. ${deadline(document)}`.trim(),
    heading: `${senderName} asks you to sign a document`,
    paragraphs: ['Please read it through and sign it online. It takes a few minutes.'],
  }
}

export async function reminder(correspondence: Correspondence, signer: Signer): Promise<Words> {
  const { document, senderName } = correspondence
  return {
    ...(await request(correspondence, signer)),
    preview: `${senderName} still waits for you. ${deadline(document)}`.trim(),
    heading: 'A document waits for your signature',
    paragraphs: [`${senderName} asked you to sign this document, and you have not signed it yet.`],
  }
}

async function request({ document, senderName, profile }: Correspondence, signer: Signer) {
  const { message, pageCount, expiresAt } = document
  const url = await signerLink(signer, profile.standing)
  return {
    quote: message ? { by: senderName, text: message } : undefined,
    facts: [
      ...fact('Pages', String(pageCount)),
      ...fact('Sign by', expiresAt && moment(expiresAt)),
    ],
    action: { label: 'Review and sign', url },
    note: YOURS_ALONE,
    reportUrl: `${url}/report`,
  }
}

function deadline({ expiresAt }: Document): string {
  return expiresAt ? `Please sign by ${day(expiresAt)}.` : ''
}
