import type { EndedStatus } from '#app/documents/ending'
import type { Correspondence } from '../correspondence.js'
import { dashboardLink } from '../links.js'
import { fact, names, type Words } from '../letters/words.js'

type Told = Pick<Words, 'heading' | 'preview' | 'paragraphs'>

const NOTHING_TO_DO = 'There is nothing left for you to do.'

const TO_SIGNERS: Record<EndedStatus, Told> = {
  declined: {
    heading: 'The document was declined',
    preview: 'One of the signers declined, so nobody can sign it any more.',
    paragraphs: ['One of the signers declined, so nobody can sign it any more.', NOTHING_TO_DO],
  },
  expired: {
    heading: 'The document has expired',
    preview: 'Not everyone signed in time, so it was not completed.',
    paragraphs: [
      'Not everyone signed in time, so the document was not completed.',
      'If it still matters to you, ask the sender for a new one.',
    ],
  },
  voided: {
    heading: 'The document was withdrawn',
    preview: 'The sender took it back, and nobody can sign it any more.',
    paragraphs: ['The sender took it back, and nobody can sign it any more.', NOTHING_TO_DO],
  },
}

/** Reasons are for the sender: a signer learns what happened, not who or why. */
export function endingForSigner(status: EndedStatus) {
  return async ({ senderName }: Correspondence): Promise<Words> => ({
    ...TO_SIGNERS[status],
    facts: fact('Sent by', senderName),
  })
}

export function endingForSender(status: EndedStatus) {
  return async (about: Correspondence): Promise<Words> => {
    const { document, profile } = about
    const signed = document.signers.filter(({ signedAt }) => signedAt)
    return {
      ...TO_SENDER[status](about),
      facts: fact('Signed before', names(signed, 5)),
      action: { label: 'Open the document', url: dashboardLink(document, profile.standing) },
    }
  }
}

const TO_SENDER: Record<EndedStatus, (about: Correspondence) => Told & Pick<Words, 'quote'>> = {
  declined({ document: { signers } }) {
    const decliner = signers.find(({ status }) => status === 'declined')
    const name = decliner?.name ?? 'A signer'
    const reason = decliner?.declineReason
    return {
      heading: `${name} declined to sign`,
      preview: 'Nobody can sign the document any more.',
      paragraphs: ['Nobody can sign the document any more. The other signers have been told.'],
      quote: reason ? { by: name, text: reason } : undefined,
    }
  },
  expired({ document: { signers } }) {
    const missing = names(signers.filter(({ signedAt }) => !signedAt))
    return {
      heading: 'Your document has expired',
      preview: `Not signed in time: ${missing}.`,
      paragraphs: [`The time to sign is over. Not signed in time: ${missing}.`],
    }
  },
  voided({ document: { voidReason } }) {
    return {
      heading: 'Your document was withdrawn',
      preview: 'Nobody can sign it any more.',
      paragraphs: ['Nobody can sign it any more. The signers have been told.'],
      quote: voidReason ? { by: 'Reason', text: voidReason } : undefined,
    }
  },
}
