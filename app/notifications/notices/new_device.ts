import { deviceOf } from '#app/identity/devices/device_name'
import { KnownDevices } from '#app/identity/devices/known_devices'
import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

/** What an unknown program calls itself may be long. */
const MAX_NAME = 100

/** Details: `deviceId`. */
const newDevice: NoticeWording = {
  async words({ deviceId }, { moment }) {
    const device = await KnownDevices.find(String(deviceId))
    if (!device) return null
    const { ip_address: ipAddress, user_agent: userAgent, created_at: at } = device
    const name = userAgent ? deviceOf(userAgent).slice(0, MAX_NAME) : 'A browser'
    return {
      subject: 'Your account was used in a new browser',
      paragraphs: [
        'Somebody logged in to your account in a browser in which you had not logged in before.',
        'If it was you, there is nothing to do.',
      ],
      about: {
        title: name,
        facts: [...fact('Address', ipAddress), ...fact('Time', moment(at))],
      },
      action: { label: 'See where you are logged in', path: '/account#sessions-title' },
      note: 'If it was not you, log that browser out there and choose a new password at once. If you cannot log in, ask for a new password on the log-in page.',
    }
  },
}

export default newDevice
