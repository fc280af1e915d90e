import { Setting } from '#app/foundation/setting'
import type { SmsProvider } from './sms_provider.js'

/** Who sends the platform’s SMS; null where nobody does, and no code by SMS is offered. */
export const smsProvider = new Setting<SmsProvider | null>('SMS provider')
