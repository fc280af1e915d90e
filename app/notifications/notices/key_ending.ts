import ApiKey from '#app/identity/keys/api_key'
import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

/** Details: `keyId`. There is nothing left to tell of a key that was revoked or replaced since. */
const keyEnding: NoticeWording = {
  async words({ keyId }, { day, moment, dashboard: { t } }) {
    const key = await ApiKey.find(String(keyId))
    if (!key?.expiresAt || key.isRevoked || key.replacedBy !== null) return null
    const { environment, name, prefix, lastFour, lastUsedAt, expiresAt } = key
    const base = environment === 'test' ? '/test' : ''
    return {
      subject: t('setting_notices.key_ending', { environment, name, end: day(expiresAt) }),
      paragraphs: [t('setting_notices.key_ending_text'), t('setting_notices.key_ending_advice')],
      about: {
        title: name,
        facts: [
          ...fact(t('setting_notices.key'), `${prefix}…${lastFour}`),
          ...fact(t('setting_notices.ends'), moment(expiresAt)),
          ...fact(
            t('setting_notices.last_used'),
            lastUsedAt ? moment(lastUsedAt) : t('setting_notices.never')
          ),
        ],
      },
      action: { label: t('setting_notices.open_key'), path: `${base}/settings/keys/${key.id}` },
    }
  },
}

export default keyEnding
