import type { EndedStatus } from '#app/documents/ending'
import { spokenAmong, spokenOf } from '#app/documents/signers/role_phrases'
import type Signer from '#app/documents/signers/signer'
import type { PhraseKey, Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { Correspondence } from '../correspondence.js'
import { dashboardLink } from '../links.js'
import { fact, names, type Words } from '../messages/words.js'
import type { Reader } from '../reader.js'

type Told = Pick<Words, 'heading' | 'preview' | 'paragraphs'>

const ADVICE: Partial<Record<EndedStatus, PhraseKey>> = {
  expired: 'mails.expired_advice',
  failed: 'mails.failed_advice',
}

/** Reasons are for members: a signer learns what happened, not who or why. */
export function endingForSigner(status: EndedStatus) {
  return async (
    { document, senderName }: Correspondence,
    _: Signer,
    phrases: Phrasebook
  ): Promise<Words> => {
    const t = spokenAmong(document.signers, phrases.t)
    return {
      heading: t(`mails.${status}`),
      preview: t(status === 'expired' ? 'mails.expired_preview' : `mails.${status}_text`),
      paragraphs: [t(`mails.${status}_text`), t(ADVICE[status] ?? 'mails.nothing_to_do')],
      facts: fact(t('mails.sent_by'), senderName),
    }
  }
}

export function endingForMember(status: EndedStatus) {
  return async (about: Correspondence, reader: Reader): Promise<Words> => {
    const { document, profile } = about
    const { phrases } = reader
    const signed = document.signers.filter(({ signedAt }) => signedAt)
    const heading =
      status !== 'declined' && reader.user !== about.sender
        ? { heading: phrases.t(`mails.${status}`) }
        : {}
    return {
      ...TO_MEMBER[status](about, phrases),
      ...heading,
      facts: fact(phrases.t('mails.signed_before'), names(signed, phrases, 5)),
      action: {
        label: phrases.t('mails.open'),
        url: dashboardLink(document, profile.entitlements),
      },
    }
  }
}

/** In the words for the one who sent it. */
const TO_MEMBER: Record<
  EndedStatus,
  (about: Correspondence, phrases: Phrasebook) => Told & Pick<Words, 'quote'>
> = {
  declined({ document: { signers } }, { t }) {
    const decliner = signers.find(({ status }) => status === 'declined')
    const declined = spokenOf(decliner?.role ?? 'signer', t)
    const name = decliner?.name ?? t('mails.somebody')
    const reason = decliner?.declineReason
    return {
      heading: declined('mails.declined_by', { name }),
      preview: t('mails.nobody_signs'),
      paragraphs: [`${t('mails.nobody_signs')} ${t('mails.others_told')}`],
      quote: reason ? { by: name, text: reason } : undefined,
    }
  },
  expired({ document: { acting } }, phrases) {
    const { t } = phrases
    const missing = names(
      acting.filter(({ signedAt }) => !signedAt),
      phrases
    )
    return {
      heading: t('mails.own_expired'),
      preview: t('mails.not_in_time', { names: missing }),
      paragraphs: [`${t('mails.time_over')} ${t('mails.not_in_time', { names: missing })}`],
    }
  },
  voided({ document: { voidReason } }, { t }) {
    return {
      heading: t('mails.own_voided'),
      preview: t('mails.own_voided_text'),
      paragraphs: [`${t('mails.own_voided_text')} ${t('mails.signers_told')}`],
      quote: voidReason ? { by: t('mails.reason'), text: voidReason } : undefined,
    }
  },
  failed({ document: { signers } }, phrases) {
    const t = spokenAmong(signers, phrases.t)
    return {
      heading: t('mails.own_failed'),
      preview: t('mails.own_failed_preview'),
      paragraphs: [t('mails.own_failed_text'), t('mails.own_failed_advice')],
    }
  },
}
