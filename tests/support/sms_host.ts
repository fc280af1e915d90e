import { Secret } from '@adonisjs/core/helpers'
import { smsLimits, smsProvider } from '#app/sending/sms/configuration'
import { Twilio } from '#app/sending/sms/twilio'
import { Receiver, type Answer, type Call } from './receiver.js'

const ACCOUNT = 'AC0123456789abcdef0123456789abcdef'
const TOKEN = 'sms-token-of-these-tests'
const FROM = '+15005550006'

/** Tests share their numbers. */
const MANY = { perAccount: 10_000, perNumber: 10_000 }

/** What Twilio answers to a message that it takes. */
const TAKEN: Answer = { status: 201, body: '{"sid": "SM1", "status": "queued"}' }

/** A service on loopback that speaks Twilio’s protocol, through which SMS go while it is open. */
export class SmsHost {
  readonly #before = { provider: smsProvider.value, limits: smsLimits.value }

  private constructor(
    private receiver: Receiver,
    /** For processes of their own. */
    readonly settings: Record<string, string>
  ) {}

  static async open(): Promise<SmsHost> {
    const receiver = await Receiver.open()
    const url = new URL(receiver.url).origin
    const login = { SMS_URL: url, SMS_ACCOUNT: ACCOUNT, SMS_TOKEN: TOKEN, SMS_FROM: FROM }
    const host = new SmsHost(receiver, login)
    smsLimits.give(MANY)
    smsProvider.give(new Twilio({ url, account: ACCOUNT, token: new Secret(TOKEN), from: FROM }))
    host.answers(TAKEN)
    return host
  }

  /** From now on. */
  answers(answer: Answer): void {
    this.receiver.answers(() => answer)
  }

  refuses(status: number, code: number): void {
    const message = `The 'To' number ${PHONE} is not a valid phone number.`
    this.answers({ status, body: JSON.stringify({ code, message, status }) })
  }

  get calls(): readonly Call[] {
    return this.receiver.calls
  }

  /** The forms that it was sent. */
  get messages(): Record<string, string>[] {
    return this.calls.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  }

  /** The code in the last message. */
  get code(): string {
    return /\b\d{6}\b/.exec(this.messages.at(-1)!.Body)![0]
  }

  async close(): Promise<void> {
    smsProvider.give(this.#before.provider)
    smsLimits.give(this.#before.limits)
    await this.receiver.close()
  }
}

export const PHONE = '+4915112345678'
export const SMS_LOGIN = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`
export const SMS_PATH = `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`
export const SMS_SECRET = TOKEN
