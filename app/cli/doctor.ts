import { BaseCommand, flags } from '@adonisjs/core/ace'
import env from '#start/env'
import { assertProcessSettings } from '#app/foundation/processes/process_settings'
import { Doctor } from '#app/monitoring/doctor/doctor'
import { failed, ok, reasonOf, warning, type Finding } from '#app/monitoring/doctor/finding'
import { refusalsAsSentences } from './_refusals.js'

const WIDTH = 'warning'.length
/** One that is made every night, and takes its time. */
const DEFAULT_BACKUP_HOURS = 26

export default class DoctorCommand extends BaseCommand {
  static commandName = 'doctor'
  static description =
    'Check this installation, and say what to do about what is wrong; exits with 1 if a check fails'
  static options = { startApp: true }

  @flags.boolean({ description: 'Print one line of JSON' })
  declare json: boolean

  async run() {
    const findings = await new Doctor({
      settings: settingsFindings(),
      mailServer: {
        host: env.get('SMTP_HOST'),
        port: env.get('SMTP_PORT'),
        secure: env.get('SMTP_SECURE') ?? false,
      },
      keysFolder: env.get('KEYS_DIR'),
      checkpointsFolder: env.get('CHECKPOINTS_DIR') ?? null,
      storageFolder: env.get('DRIVE_DISK') === 'fs' ? (env.get('STORAGE_DIR') ?? null) : null,
      backupFolders: {
        data: placeOf(env.get('BACKUP_DATA'), '/var/backups/countersign/data'),
        keys: placeOf(env.get('BACKUP_KEYS'), '/mnt/keys/countersign'),
      },
      backupHours: env.get('BACKUP_HOURS') ?? DEFAULT_BACKUP_HOURS,
      accepted: (env.get('WALL_EXCEPTIONS') ?? '').split(',').filter(Boolean),
    }).findings()
    const isWell = findings.every(({ state }) => state !== 'failed')
    if (this.json) this.logger.log(JSON.stringify({ isWell, findings }))
    else for (const finding of findings) this.#print(finding)
    this.exitCode = isWell ? 0 : 1
  }

  completed() {
    return refusalsAsSentences(this)
  }

  #print({ about, state, says, remedy }: Finding): void {
    const color = { ok: 'green', warning: 'yellow', failed: 'red' } as const
    this.logger.log(`${this.colors[color[state]](state.padEnd(WIDTH))}  ${about}: ${says}`)
    if (remedy) this.logger.log(`${' '.repeat(WIDTH)}  → ${remedy}`)
  }
}

/** @param usual  as docs/deploy/backup.md has it */
function placeOf(named: string | undefined, usual: string) {
  return { folder: named ?? usual, isNamed: named !== undefined }
}

/** What is missing or malformed was named before this began. */
function settingsFindings(): Finding[] {
  const found: Finding[] = []
  try {
    assertProcessSettings(process.env, 'worker')
  } catch (error) {
    found.push(
      failed(
        'settings',
        reasonOf(error),
        'Change the environment of this shell, or of the service.'
      )
    )
  }
  if (env.get('PUBLIC_SCHEME') === 'https' && !env.get('TRUSTED_PROXIES'))
    found.push(
      warning(
        'settings',
        'TRUSTED_PROXIES is not set: behind a proxy all visitors seem to have its address',
        'Set it to the address of the proxy, such as 127.0.0.1/32.'
      )
    )
  return found.length > 0 ? found : [ok('settings', 'complete and well-formed')]
}
