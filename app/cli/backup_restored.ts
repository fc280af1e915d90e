import { BaseCommand, flags } from '@adonisjs/core/ace'
import { Overtaken } from '#app/audit/checkpoints/overtaken'
import { cellsOfAnEarlierMoment } from '#app/audit/checkpoints/restored_end'
import { counted } from '#app/foundation/counted'
import { RepeatedErasures, type Repeated } from '#app/portability/erasure/repeated_erasures'
import { HeldWork } from '#app/queue/stuck/held_work'
import { refusalsAsSentences } from './_refusals.js'
import { ProgressLine } from './_progress_line.js'

export default class BackupRestored extends BaseCommand {
  static commandName = 'backup:restored'
  static description =
    'After a restore, before web and worker start: erase again what was erased, and hold back what may have been done or recalled'
  static options = { startApp: true }

  @flags.boolean({
    description: 'The database was restored to an earlier moment, not to the end of its WAL',
  })
  declare earlier: boolean

  @flags.boolean({ description: 'Let go what was held back' })
  declare release: boolean

  async run() {
    if (this.release)
      return this.logger.success(
        `${counted(await HeldWork.release(), 'piece of work goes', 'pieces of work go')} on now`
      )
    if (!this.earlier && (await this.#isEarlier())) return
    if (this.earlier) {
      this.#saySetAside(await Overtaken.setAside())
      this.#sayHeld(await HeldWork.hold())
    }
    const line = new ProgressLine(this.logger)
    const repeated = await RepeatedErasures.run((done, total) =>
      line.show(`${done} of ${counted(total, 'tenant')} of whom something was erased`)
    )
    line.end()
    this.#sayErased(repeated)
  }

  completed() {
    return refusalsAsSentences(this)
  }

  async #isEarlier(): Promise<boolean> {
    const ends = await cellsOfAnEarlierMoment()
    for (const { cell, inDatabase, outside } of ends)
      this.logger.error(
        `The database of ${cell} ends at checkpoint ${inDatabase}, and ${outside} is known: restore it to the end of its WAL, or say --earlier`
      )
    if (ends.length > 0) this.exitCode = 1
    return ends.length > 0
  }

  #saySetAside(overtaken: Awaited<ReturnType<typeof Overtaken.setAside>>): void {
    for (const { cell, folder, first, last } of overtaken)
      this.logger.success(
        `The copies of checkpoints ${first} to ${last} of ${cell} are set aside in ${folder}: the database takes these numbers again`
      )
  }

  #sayHeld(count: number): void {
    this.logger.success(
      `${counted(count, 'piece of work is', 'pieces of work are')} held back: due mails and webhooks, what makes new ones, and what erases or hands over. See "Stuck work" of the console, or --release`
    )
  }

  #sayErased({ tenants, documents, mentions, left }: Repeated): void {
    this.logger.success(
      `Erased again: ${counted(tenants, 'tenant')}, ${counted(documents, 'document')}, ${counted(mentions, 'contact, saved view or row of a list', 'contacts, saved views and rows of lists')}`
    )
    for (const id of left)
      this.logger.error(`${id} has tenants again: move or erase them, and run this once more`)
    if (left.length > 0) this.exitCode = 1
  }
}
