import type { Secret } from '@adonisjs/core/helpers'
import UrlForbidden from '#app/foundation/errors/url_forbidden'
import UrlTimedOut from '#app/foundation/errors/url_timed_out'
import UrlUnreachable from '#app/foundation/errors/url_unreachable'
import { publicHttp, type HttpAnswer } from '#app/foundation/outbound/public_http'
import type { Sms, SmsAnswer, SmsProvider } from './sms_provider.js'

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 16 * 1024
const TOO_MANY = 429
/** Instead of a number, a service that chooses one. */
const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/
const UNREACHED = [UrlForbidden, UrlTimedOut, UrlUnreachable]

export interface TwilioAccount {
  /** Where its API is; other services speak it as well. */
  url: string
  account: string
  token: Secret<string>
  from: string
}

/** Twilio’s API of messages (2010-04-01): a form with basic authentication. It knows no idempotency keys. */
export class Twilio implements SmsProvider {
  readonly from: string

  constructor(private account: TwilioAccount) {
    this.from = account.from
  }

  async send({ to, text }: Sms): Promise<SmsAnswer> {
    const { url, account, token, from } = this.account
    const sender = MESSAGING_SERVICE.test(from) ? 'MessagingServiceSid' : 'From'
    const login = Buffer.from(`${account}:${token.release()}`).toString('base64')
    try {
      const answer = await publicHttp.request({
        url: `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
        purpose: 'sms',
        method: 'POST',
        headers: {
          'authorization': `Basic ${login}`,
          'content-type': 'application/x-www-form-urlencoded',
          'accept': 'application/json',
        },
        body: new URLSearchParams({ To: to, [sender]: from, Body: text }).toString(),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      })
      return answerIn(answer)
    } catch (error) {
      if (!UNREACHED.some((kind) => error instanceof kind)) throw error
      return { is: 'later', code: 'unreachable' }
    }
  }
}

/** Too many at once and trouble of its own pass; what it refuses otherwise it will refuse again. */
function answerIn({ status, body }: HttpAnswer): SmsAnswer {
  if (status >= 200 && status < 300) return { is: 'accepted' }
  const code = codeIn(status, body)
  return { is: status === TOO_MANY || status >= 500 ? 'later' : 'refused', code }
}

/** `400 21211`: its own number for what is wrong, where it gives one. Its words may quote the number. */
function codeIn(status: number, body: Buffer): string {
  const [, reason] = /"code"\s*:\s*(\d{1,6})\b/.exec(body.toString('utf8')) ?? []
  return reason ? `${status} ${reason}` : String(status)
}
