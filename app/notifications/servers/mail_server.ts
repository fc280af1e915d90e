import mail from '@adonisjs/mail/services/main'
import logger from '@adonisjs/core/services/logger'
import type { Letter } from '../letters/letter.js'
import { answerOf, type Answer } from './smtp_answer.js'

/** The platform's own. */
export const mailServer = {
  async take(letter: Letter): Promise<Answer> {
    const answer = await answerOf(() =>
      mail.use('smtp').sendCompiled({ message: letter, views: {} })
    )
    if (answer.is === 'later' && !answer.isAboutMail)
      logger.warn({ code: answer.code }, 'mail: the mail server is not to be had')
    return answer
  },
}
