import type { NoticeWording } from './notice_wording.js'

const PATH = '/settings/single-sign-on/certificates'

/** Details: `endsAt`, in ISO 8601; `isOurs`, for the certificate of our key. */
export const certificateEnding: NoticeWording = {
  carrier: 'relay',
  words: ({ endsAt, isOurs }, { day, dashboard: { t } }) => {
    const end = day(new Date(String(endsAt)))
    return {
      subject: t('setting_notices.certificate_ending', { end }),
      paragraphs: isOurs
        ? [
            t('setting_notices.certificate_ours', { end }),
            t('setting_notices.certificate_ours_advice'),
          ]
        : [
            t('setting_notices.certificate_theirs', { end }),
            t('setting_notices.certificate_theirs_advice'),
          ],
      action: { label: t('setting_notices.certificates'), path: PATH },
    }
  },
}

/** Details: `count`. */
export const certificatesFound: NoticeWording = {
  carrier: 'relay',
  words: ({ count }, { dashboard: { t } }) => ({
    subject: t('setting_notices.certificates_found'),
    paragraphs: [
      t('setting_notices.certificates_found_text', { count: Number(count) }),
      t('setting_notices.certificates_found_advice'),
    ],
    action: { label: t('setting_notices.certificates'), path: PATH },
  }),
}
