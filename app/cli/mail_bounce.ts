import { buffer } from 'node:stream/consumers'
import { args, BaseCommand } from '@adonisjs/core/ace'
import { MAX_REPORT_BYTES } from '#app/notifications/bounces/delivery_report'
import { ReturnedMail } from '#app/notifications/bounces/returned_mail'

/** EX_TEMPFAIL of sysexits.h: a mail server that pipes to a command keeps the message and tries again. */
const TRY_AGAIN = 75

export default class MailBounce extends BaseCommand {
  static commandName = 'mail:bounce'
  static description = 'Process a bounce that your mail server pipes in on standard input'
  static options = { startApp: true }

  @args.string({ description: 'The address the bounce was sent to' })
  declare address: string

  async run() {
    const message = await buffer(process.stdin)
    if (message.length > MAX_REPORT_BYTES)
      return this.logger.info('The message is too large for a bounce')
    this.logger.info(await ReturnedMail.take(this.address, message))
  }

  async completed() {
    if (!this.error) return
    this.logger.error('The bounce could not be processed')
    this.exitCode = TRY_AGAIN
    return true
  }
}
