import { BaseCommand } from '@adonisjs/core/ace'
import { CheckpointVerification } from '#app/audit/checkpoints/checkpoint_verification'
import { Checkpoints } from '#app/audit/checkpoints/checkpoints'
import { counted } from '#app/foundation/counted'
import { proveTimestamp } from '#app/sealing/pades/timestamp_token'
import { Cell } from '#app/tenancy/cell'
import { refusalsAsSentences } from './_refusals.js'

export default class AuditBind extends BaseCommand {
  static commandName = 'audit:bind'
  static description =
    'Bind all links of checkpoints that an earlier release took while PostgreSQL’s clock was set back'
  static options = { startApp: true }

  async run() {
    for (const cell of Cell.all()) {
      const { partial } = await CheckpointVerification.run(cell, proveTimestamp)
      for (const span of partial) await Checkpoints.bindAgain(cell, span)
      this.logger.success(`${cell.name}: ${counted(partial.length, 'checkpoint')} bound again`)
    }
  }

  completed() {
    return refusalsAsSentences(this)
  }
}
