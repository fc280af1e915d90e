import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { checkpointsFolder } from '#app/audit/configuration'
import { clock } from '#app/foundation/clock'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { keysFolder } from '#app/tenancy/configuration'
import { assertKeysThere } from '#app/tenancy/keys'
import { SchemaTemplate } from '#app/tenancy/schemas/schema_template'
import Tenant from '#app/tenants/tenant'
import { InstallationKey } from '../installation_key.js'
import { keyBackupsEndOn } from '../key_backup_end.js'
import { BackupFolder } from './backup_folder.js'
import { BackupRecord } from './backup_record.js'
import { copyDocuments, copyFolder, copyKeys } from './copied_parts.js'
import { serversBehind } from './database_servers.js'
import { signedText, type BackedUpServer, type BackupManifest } from './manifest.js'
import { listedObjects, OBJECT_LIST } from './object_list.js'
import type { BackupPlaces } from './backup_places.js'

export interface BackupProgress {
  step: 'databases' | 'documents' | 'checkpoints'
  files: number
  bytes: number
}

export interface BackupOptions extends BackupPlaces {
  /** Of databases, by the names of their servers. */
  addresses: ReadonlyMap<string, string>
  /** A bucket with versions and a copy elsewhere need not be copied; listed, its files are still held against the backup. */
  storage: BackupManifest['storage']
  signal: AbortSignal
  onProgress?: (progress: BackupProgress) => void
}

export interface CreatedBackup {
  manifest: BackupManifest
  /** Why the platform does not know of it, such as a database that went away: it is whole all the same. */
  unnoted: unknown
}

/**
 * One backup of the whole installation, made while everybody works. The databases come first, at one moment each: files are written
 * before the rows that name them and never change, and roots of keys before their tenants, so what is copied later has all that the
 * databases know. The list of erasures comes last: it is what a restore is held against.
 */
export class Backup {
  readonly #id = randomUUID()
  readonly #takenAt = clock.now()
  #data!: BackupFolder
  #keys: BackupFolder | null = null
  #step: BackupProgress['step'] = 'databases'

  private constructor(private options: BackupOptions) {}

  /** @throws BackupRefused, KeysAway, E_STORAGE_AWAY, or why it could not be read or written; nothing is left then that looks whole */
  static async create(options: BackupOptions): Promise<CreatedBackup> {
    const { folder, keys, signal } = options
    await assertKeysThere()
    const backup = new Backup(options)
    backup.#data = await BackupFolder.begin(folder, signal, () => backup.#report())
    try {
      if (keys) backup.#keys = await BackupFolder.begin(keys, signal)
      const manifest = await backup.#run()
      const unnoted = await BackupRecord.add(manifest).then(
        () => null,
        (error: unknown) => error
      )
      return { manifest, unnoted }
    } catch (error) {
      await Promise.all([backup.#data.abandon(), backup.#keys?.abandon()])
      throw error
    }
  }

  async #run(): Promise<BackupManifest> {
    const servers = await this.#copyDatabases()
    faultPoint('backup.databases')
    const tenants = await Tenant.query().orderBy('id')
    this.#step = 'documents'
    const { storage } = this.options
    if (storage === 'copied') await copyDocuments(this.#data, tenants)
    if (storage === 'listed') await this.#listDocuments(tenants)
    if (this.#keys) await copyKeys(this.#keys, keysFolder.value)
    await assertKeysThere() // all of them are gone where the folder is
    this.#step = 'checkpoints'
    const { value: checkpoints } = checkpointsFolder
    if (checkpoints) await copyFolder(this.#data, checkpoints, 'checkpoints')
    const manifest = await this.#manifest(servers, tenants.length)
    if (this.#keys) await this.#keys.finish(await this.#keysManifest(this.#keys))
    faultPoint('backup.keys')
    await this.#data.finish(await signedText(manifest))
    return manifest
  }

  async #listDocuments(tenants: readonly Tenant[]): Promise<void> {
    const read = { step: 'documents', files: 0, bytes: 0 } satisfies BackupProgress
    const objects = listedObjects(tenants, (size) => {
      read.files += 1
      read.bytes += size
      this.options.onProgress?.(read)
    })
    await this.#data.add(OBJECT_LIST, objects)
  }

  async #copyDatabases(): Promise<BackedUpServer[]> {
    const servers = await serversBehind(this.options.addresses, this.options.signal)
    try {
      for (const { name, backup } of servers)
        for await (const file of backup.files())
          await this.#data.add(`databases/${name}/${file.name}`, file.content)
    } finally {
      for (const { backup } of servers) await backup.close()
    }
    return servers.map(({ backup: _, ...facts }) => facts)
  }

  #report(): void {
    this.options.onProgress?.({ step: this.#step, ...this.#data.totals })
  }

  async #manifest(servers: BackedUpServer[], tenants: number): Promise<BackupManifest> {
    return {
      format: 'countersign.backup/1',
      id: this.#id,
      release: String(app.version ?? ''),
      takenAt: this.#takenAt.toISOString(),
      finishedAt: clock.now().toISOString(),
      servers,
      schemas: {
        platform: await SchemaTemplate.latest('platform'),
        cell: await SchemaTemplate.latest('cell'),
      },
      tenants,
      storage: this.options.storage,
      publicKey: await InstallationKey.publicPem(),
      ...(await this.#data.closeList()),
    }
  }

  async #keysManifest(keys: BackupFolder): Promise<string> {
    return signedText({
      format: 'countersign.backup-keys/1',
      id: this.#id,
      takenAt: this.#takenAt.toISOString(),
      endsOn: keyBackupsEndOn(this.#takenAt),
      publicKey: await InstallationKey.publicPem(),
      ...(await keys.closeList()),
    })
  }
}
