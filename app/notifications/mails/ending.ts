import type { EndedStatus } from '#app/documents/ending'
import type Signer from '#app/documents/signers/signer'
import type { PhraseKey, Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { Correspondence } from '../correspondence.js'
import { dashboardLink } from '../links.js'
import { fact, names, type Words } from '../messages/words.js'

type Told = Pick<Words, 'heading' | 'preview' | 'paragraphs'>

const ADVICE: Partial<Record<EndedStatus, PhraseKey>> = {
  expired: 'mails.expired_advice',
  failed: 'mails.failed_advice',
}

/** Reasons are for the sender: a signer learns what happened, not who or why. */
export function endingForSigner(status: EndedStatus) {
  return async ({ senderName }: Correspondence, _: Signer, { t }: Phrasebook): Promise<Words> => ({
    heading: t(`mails.${status}`),
    preview: t(status === 'expired' ? 'mails.expired_preview' : `mails.${status}_text`),
    paragraphs: [t(`mails.${status}_text`), t(ADVICE[status] ?? 'mails.nothing_to_do')],
    facts: fact(t('mails.sent_by'), senderName),
  })
}

export function endingForSender(status: EndedStatus) {
  return async (about: Correspondence): Promise<Words> => {
    const { document, profile } = about
    const signed = document.signers.filter(({ signedAt }) => signedAt)
    return {
      ...TO_SENDER[status](about),
      facts: fact('Signed before that', names(signed, 5)),
      action: { label: 'Open the document', url: dashboardLink(document, profile.entitlements) },
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
      paragraphs: ['Nobody can sign the document any more. We have notified the other signers.'],
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
      paragraphs: ['Nobody can sign it any more. We have notified the signers.'],
      quote: voidReason ? { by: 'Reason', text: voidReason } : undefined,
    }
  },
  failed() {
    return {
      heading: 'Your document could not be sealed',
      preview: 'Everyone signed, but the sealed PDF could not be created.',
      paragraphs: [
        'Everyone signed, but this PDF cannot be sealed: something in it cannot be read or displayed as it was. The signatures have no effect and were not counted. We have notified the signers.',
        'Save the PDF again, from the program that created it or by printing it to a PDF, and send it as a new document.',
      ],
    }
  },
}
