import { BaseCommand } from '@adonisjs/core/ace'
import { counted } from '#app/foundation/counted'
import { OutdatedHosts } from '#app/tenants/hosts/outdated_hosts'
import { platformDomain } from '#app/tenants/hosts/public_address'
import { refusalsAsSentences } from './_refusals.js'
import { ProgressLine } from './_progress_line.js'

export default class PlatformMoved extends BaseCommand {
  static commandName = 'platform:moved'
  static description =
    'After PLATFORM_DOMAIN was changed: write the hosts anew that links of tenants are made of'
  static options = { startApp: true }

  async run() {
    const line = new ProgressLine(this.logger)
    const count = await OutdatedHosts.renew((done, total) =>
      line.show(`${done} of ${counted(total, 'tenant')}`)
    )
    line.end()
    this.logger.success(
      count === 0
        ? `Links of all tenants are made of ${platformDomain()} already`
        : `Links of ${counted(count, 'tenant')} had another domain, and are made of ${platformDomain()} now`
    )
  }

  completed() {
    return refusalsAsSentences(this)
  }
}
