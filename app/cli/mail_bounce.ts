import { buffer } from 'node:stream/consumers'
import { args, BaseCommand } from '@adonisjs/core/ace'
import { MAX_REPORT_BYTES } from '#app/notifications/bounces/delivery_report'
import { ReturnedMail } from '#app/notifications/bounces/returned_mail'

/** EX_TEMPFAIL of sysexits.h: a mail server that pipes to a command keeps the message and tries again. */
const TRY_AGAIN = 75

export default class MailBounce extends BaseCommand {
  static commandName = 'mail:bounce'
  static description =
    'Take in a message that was sent to a return path, from standard input, for mail servers that pipe to commands'
  static options = { startApp: true }

  @args.string({ description: 'The address it was sent to' })
  declare address: string

  async run() {
    const message = await buffer(process.stdin)
    if (message.length > MAX_REPORT_BYTES) return this.logger.info('too large for a report')
    this.logger.info(await ReturnedMail.take(this.address, message))
  }

  async completed() {
    if (!this.error) return
    this.logger.error('It could not be taken in')
    this.exitCode = TRY_AGAIN
    return true
  }
}
