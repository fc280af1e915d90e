import mail from '@adonisjs/mail/services/main'
import { until } from './until.js'

/** In the place of the mail server: takes everything, and answers nobody until it is told to. */
export class HeldTransport {
  offered = 0
  #release = Promise.withResolvers<void>()

  static takesOver(): HeldTransport {
    const held = new HeldTransport()
    const mailer = mail.use('smtp')
    mailer.transport = held as unknown as typeof mailer.transport
    return held
  }

  async send(): Promise<{ messageId: string }> {
    this.offered += 1
    await this.#release.promise
    return { messageId: '' }
  }

  holds(count: number): Promise<void> {
    return until(() => this.offered === count)
  }

  release(): void {
    this.#release.resolve()
  }
}
