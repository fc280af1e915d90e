import type Signer from '#app/documents/signers/signer'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { Correspondence } from '../correspondence.js'
import { dashboardLink, signerLink } from '../links.js'
import { fact, moment, names, type Words } from '../messages/words.js'

const ENGLISH = Phrasebook.in('en')

export async function completionForSigner(
  { document, profile }: Correspondence,
  signer: Signer,
  phrases: Phrasebook
): Promise<Words> {
  const { t } = phrases
  return {
    ...completedOn(document.completedAt, phrases),
    paragraphs: [t('mails.completed_text')],
    action: { label: t('mails.get_copy'), url: await signerLink(signer, profile.entitlements) },
  }
}

export async function completionForSender({ document, profile }: Correspondence): Promise<Words> {
  const { completedAt, signers } = document
  const on = completedOn(completedAt, ENGLISH)
  return {
    ...on,
    paragraphs: ['Your document is complete and sealed.'],
    facts: [...fact('Signed by', names(signers, 5)), ...on.facts],
    action: { label: 'Open the document', url: dashboardLink(document, profile.entitlements) },
  }
}

function completedOn(completedAt: Date | null, phrases: Phrasebook) {
  const { t } = phrases
  return {
    preview: t('mails.completed_preview'),
    heading: t('mails.completed'),
    facts: fact(t('mails.completed_at'), completedAt && moment(completedAt, phrases)),
    note: t('mails.sealed'),
  }
}
