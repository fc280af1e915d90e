import { Cell } from '#app/tenancy/cell'
import { checkBackups, checkBackupDisks, type BackupFolders } from './backup_checks.js'
import { checkCopy } from './copy_check.js'
import { checkDatabase, checkIsolation, checkSchema, checkTenants } from './database_checks.js'
import { checkErasures } from './erasure_checks.js'
import { checkAuthorities, checkCheckpoints } from './evidence_checks.js'
import { checkKeys, checkSpace, checkStorage, checkUnfinishedUploads } from './file_checks.js'
import { failed, reasonOf, type Finding } from './finding.js'
import { checkHosts } from './host_checks.js'
import { checkOfflineRoots } from './offline_root_checks.js'
import { checkProviders } from './provider_checks.js'
import { checkSealKeys } from './seal_key_checks.js'
import { checkStamps } from './stamp_checks.js'
import { checkMailServer, checkRedis, checkTimestamps, type MailServer } from './service_checks.js'

export interface Examined {
  /** What is wrong with the settings themselves. */
  settings: Finding[]
  mailServer: MailServer
  keysFolder: string
  checkpointsFolder: string | null
  /** Where there is one on this machine. */
  storageFolder: string | null
  /** Where backups and their keys lie, as settings or this documentation have it. */
  backupFolders: BackupFolders
  /** How old the newest backup may be. */
  backupHours: number
  /** Isolation checks that the operator has accepted. */
  accepted: readonly string[]
}

/** Looks at an installation and says what is wrong with it. It changes nothing but files of its own in the storage. */
export class Doctor {
  constructor(private examined: Examined) {}

  async findings(): Promise<Finding[]> {
    const { settings, mailServer, keysFolder, checkpointsFolder, storageFolder } = this.examined
    const folders = {
      ...(storageFolder && { storage: storageFolder }),
      ...(checkpointsFolder && { checkpoints: checkpointsFolder }),
      keys: keysFolder,
    }
    const found = await Promise.all([
      this.#databases(),
      tried('redis', checkRedis()),
      tried('storage', checkStorage()),
      tried('copy of storage', checkCopy()),
      tried('unfinished uploads', checkUnfinishedUploads()),
      tried('keys', checkKeys(keysFolder)),
      tried('disks', checkSpace(folders)),
      tried('mail', checkMailServer(mailServer)),
      tried('time stamps', checkTimestamps()),
    ])
    return [...settings, ...found.flat()]
  }

  /** What is kept in a database that is away is not asked for. */
  async #databases(): Promise<Finding[]> {
    const found: Finding[] = []
    for (const cell of Cell.all()) {
      const about = `database ${cell.name}`
      const server = await tried(about, checkDatabase(cell))
      found.push(...server)
      if (server.some(({ about: of, state }) => of === about && state === 'failed')) continue
      const { accepted } = this.examined
      found.push(...(await tried(`isolation ${cell.name}`, checkIsolation(cell, accepted))))
    }
    if (found.some(({ about, state }) => about.startsWith('database ') && state === 'failed'))
      return found
    const { checkpointsFolder, backupHours, backupFolders } = this.examined
    const kept = await Promise.all([
      tried('schema', checkSchema()),
      tried('tenants', checkTenants()),
      tried('hosts', checkHosts()),
      tried('checkpoints', checkCheckpoints(checkpointsFolder)),
      tried('seal authorities', checkAuthorities()),
      tried('seal keys', checkSealKeys()),
      tried('offline roots', checkOfflineRoots()),
      tried('seal providers', checkProviders()),
      tried('archive stamps', checkStamps()),
      tried('backups', checkBackups(backupHours)),
      tried('disks of backups', checkBackupDisks(backupFolders)),
      tried('erasures', checkErasures()),
    ])
    return [...found, ...kept.flat()]
  }
}

/** An examination that breaks is a finding, too. */
async function tried(about: string, examination: Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await examination
  } catch (error) {
    return [
      failed(
        about,
        `could not be examined: ${reasonOf(error)}`,
        'See what the line says, and run this again.'
      ),
    ]
  }
}
