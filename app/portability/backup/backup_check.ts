import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ErasureList } from '#app/audit/erasures/erasure_list'
import { clock } from '#app/foundation/clock'
import { counted } from '#app/foundation/counted'
import { InstallationKey } from '../installation_key.js'
import { BackupRecord } from './backup_record.js'
import { CompletenessCheck, type Completeness } from './completeness.js'
import { checkFiles } from './file_check.js'
import { MANIFEST, readManifest, type BackupManifest, type KeysManifest } from './manifest.js'
import { checkObjects } from './object_list.js'
import { programsOf } from './postgres_programs.js'
import { ScratchPostgres } from './scratch_postgres.js'

interface Asked {
  folder: string
  /** Where its keys are, if somebody brought them. */
  keys?: string
  /** Where PostgreSQL's programs are. */
  programs?: string
  signal: AbortSignal
  onProgress?: (step: string) => void
}

export interface BackupVerdict {
  manifest: BackupManifest | null
  /** Why it cannot be relied on. */
  faults: string[]
  /** What was not looked at, or is worth knowing. */
  notes: string[]
  /** Null where it was not restored. */
  restored: Completeness | null
}

const ERASED = /^checkpoints\/erasures\/[^/]+\/([^/]+)$/

/** Reads all of a backup, restores its databases in a place of their own, and holds its parts against each other. */
export class BackupCheck {
  #verdict: BackupVerdict = { manifest: null, faults: [], notes: [], restored: null }

  constructor(private asked: Asked) {}

  /** @throws the reason of its signal */
  async run(): Promise<BackupVerdict> {
    try {
      return await this.#run()
    } catch (error) {
      this.asked.signal.throwIfAborted()
      throw error
    }
  }

  async #run(): Promise<BackupVerdict> {
    const verdict = this.#verdict
    const text = await textOf(join(this.asked.folder, MANIFEST))
    const manifest = readManifest<BackupManifest>(text, 'countersign.backup/1')
    if (!manifest) return this.#fault(`${MANIFEST} is missing, or was changed since it was signed`)
    verdict.manifest = manifest
    const isOurs = await this.#checkSigner(manifest)
    const files = await this.#checkFiles(manifest)
    if (manifest.storage === 'listed' && verdict.faults.length === 0)
      for (const name of await this.#checkObjects()) files.add(name)
    const owners = await this.#checkKeys(manifest)
    if (verdict.faults.length === 0) await this.#restore(manifest, files, owners)
    if (isOurs && verdict.faults.length === 0 && verdict.restored)
      await BackupRecord.noteVerified(manifest)
    return verdict
  }

  /** By the key of the installation that this command runs in. */
  async #checkSigner({ publicKey }: BackupManifest): Promise<boolean> {
    if (!(await InstallationKey.isThere())) {
      this.#verdict.notes.push('KEYS_DIR has no root of the platform: who signed it is not known')
      return false
    }
    const isOurs = publicKey === (await InstallationKey.publicPem())
    if (!isOurs) this.#fault('another installation has signed it')
    return isOurs
  }

  async #checkFiles(manifest: BackupManifest): Promise<Set<string>> {
    let [files, bytes] = [0, 0]
    const { folder, signal } = this.asked
    const onFile = (size: number) => {
      bytes += size
      this.#report(
        `${++files} of ${counted(manifest.files, 'file')}, ${Math.round(bytes / 1e6)} MB`
      )
    }
    const { names, faults } = await checkFiles(folder, manifest, { signal, onFile })
    this.#verdict.faults.push(...faults)
    return names
  }

  /** What was left where it is. That something is missing there is a fault where the databases name it. */
  async #checkObjects(): Promise<Set<string>> {
    let [objects, bytes] = [0, 0]
    const { names, missing, faults } = await checkObjects(this.asked.folder, (size) => {
      this.asked.signal.throwIfAborted()
      bytes += size
      this.#report(
        `${counted(++objects, 'document')} in the storage, ${Math.round(bytes / 1e6)} MB`
      )
    })
    this.#verdict.faults.push(...faults)
    if (missing > 0)
      this.#verdict.notes.push(`${missing} of the files that it lists are no longer in the storage`)
    return names
  }

  async #checkKeys({ id }: BackupManifest): Promise<Set<string> | null> {
    const { keys } = this.asked
    if (!keys) {
      this.#verdict.notes.push('its keys were not looked at: name their folder with --keys')
      return null
    }
    const text = await textOf(join(keys, MANIFEST))
    const manifest = readManifest<KeysManifest>(text, 'countersign.backup-keys/1')
    if (manifest?.id !== id) {
      this.#fault('the folder of --keys has no keys of this backup')
      return null
    }
    if (manifest.endsOn < clock.now().toISOString().slice(0, 10))
      this.#fault(
        `its keys were to be deleted by ${manifest.endsOn}, as certificates of erasure say`
      )
    const { names, faults } = await checkFiles(keys, manifest, { signal: this.asked.signal })
    this.#verdict.faults.push(...faults)
    return new Set([...names].map((name) => basename(name)))
  }

  async #restore(
    manifest: BackupManifest,
    names: Set<string>,
    owners: Set<string> | null
  ): Promise<void> {
    const running = new Map<string, ScratchPostgres>()
    const { signal } = this.asked
    try {
      for (const server of manifest.servers) {
        const programs = await programsOf(server.major, this.asked.programs)
        if (!programs) return this.#cannotRestore(server.major)
        this.#report(`Restoring the databases of ${server.name}`)
        const archives = join(this.asked.folder, 'databases', server.name)
        running.set(server.name, await ScratchPostgres.open(archives, server, programs, signal))
      }
      this.#report('Looking for what the databases name')
      const parts = {
        files: manifest.storage === 'left' ? null : names,
        owners,
        erased: await erasedIn(names, manifest),
      }
      const restored = await new CompletenessCheck(manifest.servers, running, parts, signal).run()
      this.#verdict.restored = restored
      this.#verdict.faults.push(...restored.faults)
      this.#verdict.notes.push(...restored.notes)
      if (manifest.storage === 'left')
        this.#verdict.notes.push('the documents are not in it: they were left in the bucket')
    } catch (error) {
      signal.throwIfAborted()
      this.#fault(
        `it cannot be restored: ${error instanceof Error ? error.message : String(error)}`
      )
    } finally {
      for (const server of running.values()) await server.close()
    }
  }

  #cannotRestore(major: number): void {
    this.#verdict.notes.push(
      `it was not restored: the programs of PostgreSQL ${major} are not here (--postgres=FOLDER)`
    )
  }

  #fault(sentence: string): BackupVerdict {
    this.#verdict.faults.push(sentence)
    return this.#verdict
  }

  #report(step: string): void {
    this.asked.onProgress?.(step)
  }
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

/** What was erased since matters where documents were left: they are gone rightly. */
async function erasedIn(names: Set<string>, { storage }: BackupManifest): Promise<Set<string>> {
  const erased = [...names].flatMap((name) => ERASED.exec(name)?.[1] ?? [])
  const tenants = storage === 'listed' ? await ErasureList.tenants() : []
  const since = await Promise.all(tenants.map((id) => ErasureList.of(id)))
  return new Set([...erased, ...since.flat()])
}
