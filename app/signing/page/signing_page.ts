import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { SignerSession } from '../links/signer_session.js'
import { fileHeadings } from './file_headings.js'
import { labelledFields } from './labelled_fields.js'
import { pageViews } from './page_views.js'
import { scriptWords } from './script_words.js'
import { signingSteps } from './signing_steps.js'

type Asked = Pick<SignerSession, 'fields'> & {
  document: Pick<SignerSession['document'], 'title' | 'pageCount' | 'pages' | 'files' | 'expiresAt'>
  signer: Pick<SignerSession['signer'], 'id' | 'role' | 'name' | 'email' | 'certificate'>
}

/** What one signer is shown of a document: its pages with their fields, and what there is to do. */
export function signingPage({ document, signer, fields }: Asked, phrases: Phrasebook) {
  const { title, pageCount, pages, files, expiresAt } = document
  const { id, name, email, certificate } = signer
  const labelled = labelledFields(fields, signer, phrases)
  return {
    document: { title, pageCount, expiresAt },
    signer: { id, name, email, certificate },
    pages: pageViews(pages, labelled),
    /** Of the page where each file begins, what that is called; none where the document is one file. */
    fileHeadings: fileHeadings(files, phrases),
    steps: signingSteps(labelled, signer, phrases),
    /** Which conditions earlier signers have met, as JSON. */
    met: '[]',
    words: scriptWords(phrases, signer.role),
  }
}
