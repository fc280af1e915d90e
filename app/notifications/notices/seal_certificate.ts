import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import OwnCertificate, { certificateFacts } from '#app/signing/seal/own/own_certificate'
import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

export const SEAL_PATH = '/settings/seal'

/** Details: `certificateId`, `endsAt`. There is nothing left to tell of a certificate that was replaced or removed since. */
export const sealCertificateEnding: NoticeWording = {
  async words({ certificateId, endsAt }, { day, dashboard }) {
    const { t } = dashboard
    const own = await OwnCertificate.find(String(certificateId))
    if (!own || own.retiredAt) return null
    const end = day(new Date(String(endsAt)))
    return {
      subject: t('setting_notices.seal_ending', { end }),
      paragraphs: [
        t('setting_notices.seal_ending_text', { end }),
        t('setting_notices.seal_ending_advice'),
      ],
      about: aboutCertificate(own, dashboard),
      action: { label: t('setting_notices.seal'), path: SEAL_PATH },
    }
  },
}

/** Details: `certificateId`, `endsAt`. */
export const sealCertificateEnded: NoticeWording = {
  async words({ certificateId, endsAt }, { day, dashboard }) {
    const { t } = dashboard
    const own = await OwnCertificate.find(String(certificateId))
    if (!own) return null
    return {
      subject: t('setting_notices.seal_ended'),
      paragraphs: [
        t('setting_notices.seal_ended_text', { end: day(new Date(String(endsAt))) }),
        t('setting_notices.seal_ended_advice'),
      ],
      about: aboutCertificate(own, dashboard),
      action: { label: t('setting_notices.seal'), path: SEAL_PATH },
    }
  },
}

export function aboutCertificate({ certificate }: OwnCertificate, { t }: DashboardPhrasebook) {
  const { name, subject, issuer, serial } = certificateFacts(certificate)
  return {
    title: name,
    facts: [
      ...fact(t('setting_notices.holder'), subject),
      ...fact(t('setting_notices.issued_by'), issuer),
      ...fact(t('setting_notices.number'), serial),
    ],
  }
}
