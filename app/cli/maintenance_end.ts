import { BaseCommand } from '@adonisjs/core/ace'
import { maintenance } from '#app/front_door/maintenance'
import { refusalsAsSentences } from './_refusals.js'

export default class MaintenanceEnd extends BaseCommand {
  static commandName = 'maintenance:end'
  static description = 'Open the service again'
  static options = { startApp: true }

  async run() {
    if (await maintenance.end()) this.logger.success('The service is open')
    else {
      this.logger.error(
        'Redis does not answer: web processes open by themselves at the time that was set'
      )
      this.exitCode = 1
    }
  }

  completed() {
    return refusalsAsSentences(this)
  }
}
