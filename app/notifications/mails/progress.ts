import { spokenAmong, spokenOf } from '#app/documents/signers/role_phrases'
import type { Correspondence } from '../correspondence.js'
import { dashboardLink } from '../links.js'
import type { ProgressMailKind } from '../mail.js'
import { fact, names, type Words } from '../messages/words.js'
import type { Enclosed } from '../messages/enclosed.js'
import type { Reader } from '../reader.js'

/** What members are mailed while signers sign, where they have asked for it. */
export function progressForMember(kind: ProgressMailKind) {
  return async (
    about: Correspondence,
    reader: Reader,
    { aboutId }: Pick<Enclosed, 'aboutId'>
  ): Promise<Words> => {
    const { document, profile } = about
    return {
      ...WORDS[kind](about, reader, aboutId),
      action: {
        label: reader.phrases.t('mails.open'),
        url: dashboardLink(document, profile.entitlements),
      },
    }
  }
}

type Told = Omit<Words, 'action'>

const WORDS: Record<
  ProgressMailKind,
  (about: Correspondence, reader: Reader, signerId: string | null) => Told
> = {
  viewed(about, { phrases: { t }, moment }, signerId) {
    const signer = about.signer(signerId)
    const name = signer?.name ?? t('mails.somebody')
    const text = t('mails.viewed_text', { name })
    return {
      heading: t('mails.viewed_by', { name }),
      preview: text,
      paragraphs: [text],
      facts: fact(t('mails.opened_at'), signer?.viewedAt && moment(signer.viewedAt)),
    }
  },
  signed(about, { phrases, moment }, signerId) {
    const { acting, signed, signers } = about.document
    const signer = about.signer(signerId)
    const t = spokenOf(signer?.role ?? 'signer', spokenAmong(signers, phrases.t))
    const name = signer?.name ?? t('mails.somebody')
    const text = t('mails.signed_count', { signed: signed.length, total: acting.length })
    return {
      heading: t('mails.signed_heading', { name }),
      preview: text,
      paragraphs: [text],
      facts: fact(t('mails.signed_at'), signer?.signedAt && moment(signer.signedAt)),
    }
  },
  expiring({ document: { acting, expiresAt } }, { phrases, moment }) {
    const { t } = phrases
    const waiting = acting.filter(({ signedAt }) => !signedAt)
    const text = t('mails.expiring_text', { names: names(waiting, phrases) })
    return {
      heading: t('mails.expiring'),
      preview: text,
      paragraphs: [text, t('mails.expiring_advice')],
      facts: fact(t('mails.expires_at'), expiresAt && moment(expiresAt)),
    }
  },
}
