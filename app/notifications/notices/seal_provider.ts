import type { ProviderFault } from '#app/sealing/errors/provider_away'
import OwnCertificate from '#app/signing/seal/own/own_certificate'
import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'
import { aboutCertificate, SEAL_PATH } from './seal_certificate.js'

/** Details: `certificateId`, `fault`. Of a provider, or of a token with the key; there is nothing left to tell once it signs again, or was put out of use. */
export const sealProviderAway: NoticeWording = {
  async words({ certificateId, fault }, { dashboard }) {
    const { t } = dashboard
    const own = await OwnCertificate.find(String(certificateId))
    if (!own?.failingSince || own.retiredAt) return null
    const { title, facts } = aboutCertificate(own, dashboard)
    const reason = t(`setting_notices.seal_waits_${fault as ProviderFault}`)
    const [subject, text] =
      own.source === 'token'
        ? [t('setting_notices.seal_waits_token'), t('setting_notices.seal_waits_token_text')]
        : [t('setting_notices.seal_waits'), t('setting_notices.seal_waits_text', { reason })]
    return {
      subject,
      paragraphs: [text, t('setting_notices.seal_waits_advice')],
      about: {
        title,
        facts: [...facts, ...fact(t('setting_notices.last_response'), own.failingSaid)],
      },
      action: { label: t('setting_notices.seal'), path: SEAL_PATH },
    }
  },
}
