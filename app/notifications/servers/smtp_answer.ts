import { timeScale } from '#app/foundation/time_scale'
import { replyCode } from '../bounces/reply_code.js'

/** Accepted; refused for good; or to be tried again, be it for the mail's own sake or because the server is not well. */
export type Answer =
  | { is: 'accepted' }
  | { is: 'refused'; code: string }
  | { is: 'later'; code: string; isAboutMail: boolean }

/** Whatever the server does, the talk is over before the lease is. */
const DEADLINE_MS = 90_000
/** Where a refusal is about the recipient or the mail, and not about us (RFC 5321, 4.3.2). */
const ABOUT_MAIL = ['RCPT TO', 'DATA', 'API']
/** Bad sequence, authentication required: said to a recipient, and about us all the same. */
const ABOUT_US = [503, 530]

/** What servers say of a mail that is larger than they, or a mailbox behind them, take (RFC 5321, 4.2.3; RFC 3463, 3.3 and 3.4). */
const TOO_LARGE = /^(?:552\b|EMESSAGE$|5\d\d 5\.(?:2\.3|3\.4)$)/

export interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/** What came of a talk with a mail server. */
export async function answerOf(talk: () => Promise<unknown>): Promise<Answer> {
  try {
    await withinDeadline(talk())
    return { is: 'accepted' }
  } catch (error) {
    return answerIn(error as SmtpError)
  }
}

/** Whether less might be taken. */
export function isTooLarge(answer: Answer): boolean {
  return answer.is !== 'accepted' && TOO_LARGE.test(answer.code)
}

/** Words of the server stay here: they may quote an address, or a link of the mail. */
function answerIn(error: SmtpError): Answer {
  const { command = '', responseCode = 0 } = error
  const code = replyCode(error)
  const isAboutMail = ABOUT_MAIL.includes(command) && !ABOUT_US.includes(responseCode)
  if (isAboutMail && responseCode >= 500) return { is: 'refused', code }
  return { is: 'later', code, isAboutMail }
}

async function withinDeadline<T>(talk: Promise<T>): Promise<T> {
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  const expiry = Object.assign(new Error('The mail server took too long'), { code: 'ETIMEDOUT' })
  const timer = setTimeout(() => reject(expiry), timeScale.of(DEADLINE_MS))
  try {
    return await Promise.race([talk, deadline])
  } finally {
    clearTimeout(timer)
  }
}
