import ApiKey from '#app/identity/keys/api_key'
import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

/** Details: `keyId`. There is nothing left to tell of a key that was revoked or replaced since. */
const keyEnding: NoticeWording = {
  async words({ keyId }, { day, moment }) {
    const key = await ApiKey.find(String(keyId))
    if (!key?.expiresAt || key.isRevoked || key.replacedBy !== null) return null
    const { environment, name, prefix, lastFour, lastUsedAt, expiresAt } = key
    const base = environment === 'test' ? '/test' : ''
    return {
      subject: `The ${environment} key ${name} expires on ${day(expiresAt)}`,
      paragraphs: [
        'From then on the API refuses it, and programs that use it stop working.',
        'Rotate it before that day: the new key has the same permissions, and for a while both work.',
      ],
      about: {
        title: name,
        facts: [
          ...fact('Key', `${prefix}…${lastFour}`),
          ...fact('Ends', moment(expiresAt)),
          ...fact('Last used', lastUsedAt ? moment(lastUsedAt) : 'Never'),
        ],
      },
      action: { label: 'Open the key', path: `${base}/settings/keys/${key.id}` },
    }
  },
}

export default keyEnding
