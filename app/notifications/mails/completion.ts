import type Document from '#app/documents/document'
import { LIMITS } from '#app/documents/limits'
import { spokenAmong } from '#app/documents/signers/role_phrases'
import type Signer from '#app/documents/signers/signer'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { Correspondence } from '../correspondence.js'
import { dashboardLink, signerLink } from '../links.js'
import { fact, moment, names, type Fact, type Words } from '../messages/words.js'
import type { Enclosed } from '../messages/enclosed.js'
import type { Reader } from '../reader.js'

export async function completionForSigner(
  { document, profile, senderName }: Correspondence,
  signer: Signer,
  phrases: Phrasebook,
  { hasFiles }: Pick<Enclosed, 'hasFiles'>
): Promise<Words> {
  const { t } = phrases
  const { completedAt } = document
  return {
    ...completed(document, phrases),
    paragraphs: [
      ...(signer.isActing ? [] : [t('mails.copied', { name: senderName })]),
      t(hasFiles ? 'mails.attached' : 'mails.completed_text'),
    ],
    facts: [
      ...filesOf(document, phrases),
      ...fact(t('mails.completed_at'), completedAt && moment(completedAt, phrases)),
    ],
    action: { label: t('mails.get_copy'), url: await signerLink(signer, profile.entitlements) },
  }
}

export async function completionForMember(
  about: Correspondence,
  { phrases, moment: momentAt, user }: Reader,
  { hasFiles }: Pick<Enclosed, 'hasFiles'>
): Promise<Words> {
  const { t } = phrases
  const { document, profile, sender } = about
  const { completedAt, acting } = document
  return {
    ...completed(document, phrases),
    paragraphs: [
      t(user === sender ? 'mails.own_completed' : 'mails.completed_preview'),
      ...(hasFiles ? [t('mails.attached')] : []),
    ],
    facts: [
      ...filesOf(document, phrases),
      ...fact(t('mails.signed_by'), names(acting, phrases, 5)),
      ...fact(t('mails.completed_at'), completedAt && momentAt(completedAt)),
    ],
    action: { label: t('mails.open'), url: dashboardLink(document, profile.entitlements) },
  }
}

/** What they are called, where there are several. */
function filesOf({ files }: Document, phrases: Phrasebook): Fact[] {
  return fact(phrases.t('certificate.files'), names(files, phrases, LIMITS.files))
}

function completed({ signers }: Document, { t }: Phrasebook) {
  return {
    preview: t('mails.completed_preview'),
    heading: spokenAmong(signers, t)('mails.completed'),
    note: t('mails.sealed'),
  }
}
