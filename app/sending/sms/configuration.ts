import { Setting } from '#app/foundation/setting'
import type { SmsProvider } from './sms_provider.js'

/** How many SMS a day. */
export interface SmsLimits {
  perAccount: number
  /** To one number, within an account. */
  perNumber: number
}

/** Anybody who has a link can ask for SMS that the operator pays for. */
export const smsLimits = new Setting<SmsLimits>('limits of SMS')

/** Who sends the platform’s SMS; null where nobody does, and no code by SMS is offered. */
export const smsProvider = new Setting<SmsProvider | null>('SMS provider')
