import { createPublicKey, type KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ClientBase } from 'pg'
import { SYSTEM } from '#app/audit/actor'
import { PlatformTrail } from '#app/audit/platform_trail'
import { clock } from '#app/foundation/clock'
import { Cell } from '#app/tenancy/cell'
import { keyRing } from '#app/tenancy/keys'
import type Tenant from '#app/tenants/tenant'
import { alone } from './alone.js'
import { ArchiveWriter } from './archive/archive_writer.js'
import { fingerprint, InstallationKey } from './installation_key.js'
import { travels } from './rows/left_out.js'
import {
  FORMAT,
  KEY_ENTRY,
  MANIFEST,
  PLATFORM_ENTRY,
  SIGNATURE,
  SIGNED_AS,
  type Manifest,
} from './archive/manifest.js'
import { readPlatformRows } from './rows/platform_rows.js'
import { folderOf, namedFiles } from './named_files.js'
import { StoredFiles } from './stored_files.js'
import { TenantRows, type Versions } from './rows/tenant_rows.js'
import { wrapRoot } from './archive/wrapped_root.js'
import ExportDisturbed from './errors/export_disturbed.js'
import StoredFileMissing from './errors/stored_file_missing.js'

export interface Progress {
  rows: number
  files: number
  bytes: number
}

interface Options {
  /** Who can read the archive; this installation itself, unless given. */
  recipient?: KeyObject
  onProgress?: (progress: Progress) => void
}

/**
 * Writes all of a tenant into one signed archive: its rows as of one moment, its files as they are stored, its root wrapped to the
 * recipient. The tenant goes on working meanwhile; what happens after that moment is not in it.
 */
export class TenantExport {
  #progress: Progress = { rows: 0, files: 0, bytes: 0 }
  #versions: Versions = {}
  /** `live/doc_…/original`: every file that the rows of that moment name. */
  #named = new Set<string>()

  constructor(
    private tenant: Tenant,
    private options: Options = {}
  ) {}

  /** @throws PortingUnderWay, ExportDisturbed, StoredFileMissing, E_STORAGE_AWAY, KeyRefused */
  async write(file: string): Promise<Manifest> {
    return alone(this.tenant.id, async () => {
      const archive = new ArchiveWriter(file)
      try {
        await archive.addJson(PLATFORM_ENTRY, await readPlatformRows(this.tenant.id))
        await archive.addJson(KEY_ENTRY, await this.#wrappedRoot())
        await Cell.named(this.tenant.cell).as('migrator', (client) =>
          this.#addRows(archive, client)
        )
        await this.#addFiles(archive)
        const manifest = await this.#seal(archive)
        await archive.close()
        return manifest
      } catch (error) {
        await archive.abandon()
        throw error
      }
    })
  }

  async #wrappedRoot() {
    const { id } = this.tenant
    const recipient = this.options.recipient ?? createPublicKey(await InstallationKey.receiving())
    await noteExport(id, recipient)
    return keyRing.wrapRoot(id, (root) => wrapRoot(root, id, recipient))
  }

  async #addRows(archive: ArchiveWriter, client: ClientBase): Promise<void> {
    const rows = new TenantRows(client, this.tenant.id)
    await TenantRows.atOneMoment(client, async () => {
      this.#versions = await rows.versions()
      this.#named = await namedFiles(client, this.tenant.id, this.#versions)
      for await (const { place, name, lines } of rows.parts(travels)) {
        this.#progress.rows += await archive.addLines(`data/${place}/${name}.jsonl.gz`, lines)
        this.#report()
      }
    })
  }

  /** Files of documents that came later, or that were erased, stay behind. */
  async #addFiles(archive: ArchiveWriter): Promise<void> {
    const files = new StoredFiles(this.tenant.id)
    const documents = new Set([...this.#named].map(folderOf))
    const missing = new Set(this.#named)
    for await (const name of files.names({ mayBeNew: this.#named.size === 0 })) {
      if (!documents.has(folderOf(name))) continue
      const size = await files.size(name)
      if (size === null) continue // if a row still names it, it is missing
      await archive.add(`files/${name}`, size, await files.read(name))
      missing.delete(name)
      this.#progress.files += 1
      this.#progress.bytes += size
      this.#report()
    }
    if (missing.size > 0) await this.#refuseWithout(missing)
  }

  /** What the rows still name is lost; what they no longer name was removed meanwhile. */
  async #refuseWithout(missing: ReadonlySet<string>): Promise<never> {
    const named = await Cell.named(this.tenant.cell).as('migrator', (client) =>
      namedFiles(client, this.tenant.id, this.#versions)
    )
    const lost = [...missing].filter((name) => named.has(name))
    if (lost.length > 0) throw new StoredFileMissing(lost)
    throw new ExportDisturbed(folderOf([...missing][0]))
  }

  async #seal(archive: ArchiveWriter): Promise<Manifest> {
    const manifest: Manifest = {
      format: FORMAT,
      tenantId: this.tenant.id,
      slug: this.tenant.slug,
      createdAt: clock.now().toISOString(),
      schemas: this.#versions,
      ...this.#progress,
      publicKey: await InstallationKey.publicPem(),
      entries: [...archive.entries],
    }
    const body = Buffer.from(JSON.stringify(manifest, null, 1))
    const signature = Buffer.from(await InstallationKey.sign(`${SIGNED_AS}${body.toString()}`))
    await archive.add(MANIFEST, body.length, Readable.from([body]))
    await archive.add(SIGNATURE, signature.length, Readable.from([signature]))
    return manifest
  }

  #report(): void {
    this.options.onProgress?.({ ...this.#progress })
  }
}

/** Before the root is wrapped: there is no archive that the operators' trail does not know. */
async function noteExport(tenantId: string, recipient: KeyObject): Promise<void> {
  const details = { tenantId, recipient: fingerprint(recipient) }
  await PlatformTrail.append({ action: 'tenant.exported', actor: SYSTEM, details })
}
