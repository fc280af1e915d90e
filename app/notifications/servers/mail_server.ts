import mail from '@adonisjs/mail/services/main'
import logger from '@adonisjs/core/services/logger'
import { Semaphore } from '#app/foundation/semaphore'
import { timeScale } from '#app/foundation/time_scale'
import type { MailMessage } from '../messages/mail_message.js'
import { smtpManners } from '../configuration.js'
import { answerOf, type Answer } from './smtp_answer.js'

/** A lease goes on while its mail waits for a connection: after this it is offered another time. */
const MAX_WAIT_MS = 20_000
const BUSY = { is: 'later', code: 'EBUSY', isAboutMail: false } as const

let connections: Semaphore | undefined

/** The platform's own. A mail that is handed to the pool finds a free connection there: its time begins when its talk does. */
export const mailServer = {
  async take(message: MailMessage): Promise<Answer> {
    const until = performance.now() + timeScale.of(MAX_WAIT_MS)
    connections ??= new Semaphore(smtpManners.value.maxConnections)
    const answer = await connections.run(async () =>
      performance.now() > until ? BUSY : answerOf(() => send(message))
    )
    if (answer.is === 'later' && !answer.isAboutMail)
      logger.warn({ code: answer.code }, 'mail: the mail server is not to be had')
    return answer
  },
}

function send(message: MailMessage): Promise<unknown> {
  return mail.use('smtp').sendCompiled({ message, views: {} })
}
