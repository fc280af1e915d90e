import { BaseCommand, flags } from '@adonisjs/core/ace'
import { maintenance } from '#app/front_door/maintenance'
import { refusalsAsSentences } from './_refusals.js'

const MINUTE_MS = 60_000
const LONGEST_MINUTES = 24 * 60

export default class MaintenanceBegin extends BaseCommand {
  static commandName = 'maintenance:begin'
  static description =
    'Close the service for a while: every page and the API answer 503 with Retry-After'
  static options = { startApp: true }

  @flags.number({ description: 'Minutes until it ends by itself', default: 30 })
  declare minutes: number

  async run() {
    if (!(this.minutes > 0 && this.minutes <= LONGEST_MINUTES)) {
      this.logger.error(`--minutes must be between 1 and ${LONGEST_MINUTES}`)
      this.exitCode = 1
      return
    }
    const until = new Date(Date.now() + this.minutes * MINUTE_MS)
    if (await maintenance.begin(until))
      this.logger.success(
        `The service is closed until ${until.toISOString()}, in a second on every web process. maintenance:end opens it sooner.`
      )
    else {
      this.logger.error('Redis does not answer, so no web process would hear of it')
      this.exitCode = 1
    }
  }

  completed() {
    return refusalsAsSentences(this)
  }
}
