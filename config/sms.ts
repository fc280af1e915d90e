import env from '#start/env'
import { Twilio } from '#app/sending/sms/twilio'
import type { SmsLimits } from '#app/sending/sms/configuration'
import type { SmsProvider } from '#app/sending/sms/sms_provider'

const TWILIO = 'https://api.twilio.com'
const PER_ACCOUNT = 500
const PER_NUMBER = 20

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

/** @throws RangeError for what is no number of SMS: no process starts with it */
export function smsLimits(): SmsLimits {
  const perAccount = env.get('SMS_PER_ACCOUNT') ?? PER_ACCOUNT
  const perNumber = env.get('SMS_PER_NUMBER') ?? PER_NUMBER
  if (![perAccount, perNumber].every((count) => Number.isInteger(count) && count >= 0))
    throw new RangeError('SMS_PER_ACCOUNT and SMS_PER_NUMBER are how many SMS may be sent in a day')
  return { perAccount, perNumber }
}

export default sms()
