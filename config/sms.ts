import env from '#start/env'
import { Twilio } from '#app/sending/sms/twilio'
import type { SmsProvider } from '#app/sending/sms/sms_provider'

const TWILIO = 'https://api.twilio.com'

/** @returns null where none is named. @throws RangeError for half of one, and for an address that is none: no process starts with it */
export function sms(): SmsProvider | null {
  const account = env.get('SMS_ACCOUNT')
  const token = env.get('SMS_TOKEN')
  const from = env.get('SMS_FROM')
  if (!account && !token?.release() && !from) return null
  if (!account || !token?.release() || !from)
    throw new RangeError('SMS_ACCOUNT, SMS_TOKEN and SMS_FROM belong together: set all, or none')
  const url = (env.get('SMS_URL') || TWILIO).replace(/\/$/, '')
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new RangeError(`SMS_URL is an address that begins with http, not ${url}`)
  return new Twilio({ url, account, token, from })
}

export default sms()
