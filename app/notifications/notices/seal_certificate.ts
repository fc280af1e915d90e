import OwnCertificate, { certificateFacts } from '#app/signing/seal/own/own_certificate'
import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

const ACTION = { label: 'Open the settings of the seal', path: '/settings/seal' }

/** Details: `certificateId`, `endsAt`. There is nothing left to tell of a certificate that was replaced or removed since. */
export const sealCertificateEnding: NoticeWording = {
  async words({ certificateId, endsAt }, { day }) {
    const own = await OwnCertificate.find(String(certificateId))
    if (!own || own.retiredAt) return null
    const end = day(new Date(String(endsAt)))
    return {
      subject: `The certificate that your documents are sealed with ends on ${end}`,
      paragraphs: [
        `Documents are sealed with a certificate of your own, and it ends on ${end}.`,
        'Add its successor before that day. Without one, documents are sealed with one that we issue from then on; what was sealed before stays as it is.',
      ],
      about: aboutOf(own),
      action: ACTION,
    }
  },
}

/** Details: `certificateId`, `endsAt`. */
export const sealCertificateEnded: NoticeWording = {
  async words({ certificateId, endsAt }, { day }) {
    const own = await OwnCertificate.find(String(certificateId))
    if (!own) return null
    return {
      subject: 'The certificate that your documents were sealed with has ended',
      paragraphs: [
        `Your own certificate ended on ${day(new Date(String(endsAt)))}. Documents are sealed with one that we issue from now on; what was sealed before stays as it is.`,
        'Add another at any time.',
      ],
      about: aboutOf(own),
      action: ACTION,
    }
  },
}

function aboutOf({ certificate }: OwnCertificate) {
  const { subject, issuer, serial } = certificateFacts(certificate)
  return { title: subject, facts: [...fact('Issued by', issuer), ...fact('Number', serial)] }
}
