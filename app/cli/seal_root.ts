import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { Exception } from '@adonisjs/core/exceptions'
import { ClockWatch } from '#app/monitoring/clock_watch'
import { OfflineRoot } from '#app/signing/seal/offline_root'
import { CONSOLE } from './_console.js'
import { refusalsAsSentences } from './_refusals.js'
import { rootKeyFile } from './_root_key_file.js'

/** As long as an authority that issues may need no other. */
const MOST_DAYS = 3_660
const USUAL_DAYS = 400

export default class SealRoot extends BaseCommand {
  static commandName = 'seal:root'
  static description =
    'Keep the key of a root offline: take it away, or renew the list of what it has revoked'
  static help = [
    'take: signs that list for long, writes the key into a file, encrypted, and removes it from here. Sealing goes on without it.',
    'renew: signs the list anew, with the key from that file. seal:rotate takes the file as well.',
    'Both need --root-key and --passphrase-file.',
  ]
  static options = { startApp: true }

  @args.string({ description: 'take or renew' })
  declare action: string

  @flags.string({ description: 'File with the key of the root, on a medium that you take away' })
  declare rootKey?: string

  @flags.string({ description: 'File with its passphrase, of 20 characters or more' })
  declare passphraseFile?: string

  @flags.number({ description: `Days for which the list is good; ${USUAL_DAYS} if omitted` })
  declare days?: number

  @flags.boolean({ description: 'The root of the sandbox instead of the live one' })
  declare test: boolean

  async run() {
    await ClockWatch.once()
    const { action, days = USUAL_DAYS } = this
    if (action !== 'take' && action !== 'renew')
      throw new Exception('Say take or renew', { status: 422 })
    if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS)
      throw new Exception(`--days is a number from 1 to ${MOST_DAYS}`, { status: 422 })
    const file = await rootKeyFile(this)
    if (!file) throw new Exception('Give --root-key and --passphrase-file', { status: 422 })
    const asked = { environment: this.test ? 'test' : 'live', days, actor: CONSOLE } as const
    if (action === 'take') {
      const goodUntil = await OfflineRoot.take(file, asked)
      this.logger.log(`The key of the root is now in ${file.path}, and no longer here.`)
      this.logger.log(`The list of what it has revoked is good until ${dayOf(goodUntil)}.`)
    } else {
      const goodUntil = await OfflineRoot.renew(file, asked)
      this.logger.log(`The list of the root is good until ${dayOf(goodUntil)}.`)
    }
  }

  completed() {
    return refusalsAsSentences(this)
  }
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
