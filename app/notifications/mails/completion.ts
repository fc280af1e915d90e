import type Signer from '#app/documents/signer'
import type { Correspondence } from '../correspondence.js'
import { dashboardLink, signerLink } from '../links.js'
import { fact, moment, names, type Words } from '../letters/words.js'

const SEALED =
  'The sealed PDF carries all signatures, the audit trail and a cryptographic seal that shows any later change.'

export async function completionForSigner(
  { document, profile }: Correspondence,
  signer: Signer
): Promise<Words> {
  return {
    ...telling(document.completedAt),
    paragraphs: ['The document is complete. Your copy is ready to download.'],
    action: { label: 'Get your copy', url: await signerLink(signer, profile.standing) },
    note: SEALED,
  }
}

export async function completionForSender({ document, profile }: Correspondence): Promise<Words> {
  const { completedAt, signers } = document
  const told = telling(completedAt)
  return {
    ...told,
    paragraphs: ['Your document is complete and sealed.'],
    facts: [...fact('Signed by', names(signers, 5)), ...told.facts],
    action: { label: 'Open the document', url: dashboardLink(document, profile.standing) },
    note: SEALED,
  }
}

function telling(completedAt: Date | null) {
  return {
    preview: 'The document is complete, and the sealed PDF is ready.',
    heading: 'Everyone has signed',
    facts: fact('Completed', completedAt && moment(completedAt)),
  }
}
