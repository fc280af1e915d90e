import { knownDevice } from '#app/identity/devices/device_name'
import { KnownDevices } from '#app/identity/devices/known_devices'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { fact } from '../messages/words.js'
import { ownLanguage } from './own_language.js'
import type { NoticeWording } from './notice_wording.js'

/** What an unknown program calls itself may be long. */
const MAX_NAME = 100

/** Details: `deviceId`. */
const newDevice: NoticeWording = {
  language: ownLanguage,
  carrier: 'relay',

  async words({ deviceId }, { moment, phrases }) {
    const device = await KnownDevices.find(String(deviceId))
    if (!device) return null
    const { ip_address: ipAddress, user_agent: userAgent, created_at: at } = device
    const { t } = phrases
    return {
      subject: t('account_mails.device'),
      paragraphs: [t('account_mails.device_text'), t('account_mails.device_you')],
      about: {
        title: nameOf(userAgent, phrases),
        facts: [
          ...fact(t('certificate.ip_address'), ipAddress),
          ...fact(t('account_mails.time'), moment(at)),
        ],
      },
      action: { label: t('account_mails.device_action'), path: '/account#sessions-title' },
      note: t('account_mails.device_note'),
    }
  },
}

function nameOf(userAgent: string | null, { t }: Phrasebook): string {
  if (!userAgent) return t('account_mails.device_unknown')
  const { browser, system } = knownDevice(userAgent)
  if (!browser) return userAgent.slice(0, MAX_NAME)
  return system ? t('account_mails.device_name', { browser, system }) : browser
}

export default newDevice
