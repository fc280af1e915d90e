import type { KeyObject } from 'node:crypto'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { AuditVerification } from '#app/audit/audit_verification'
import { clock } from '#app/foundation/clock'
import { faultPoint } from '#app/foundation/fault_point'
import { Cell } from '#app/tenancy/cell'
import { keyRing } from '#app/tenancy/keys'
import { SchemaTemplate } from '#app/tenancy/schema_template'
import { schemaNames } from '#app/tenancy/tenant_ref'
import Plan from '#app/tenants/plans/plan'
import { isSlug } from '#app/tenants/slug'
import { StandingProjection } from '#app/tenants/standing_projection'
import Tenant from '#app/tenants/tenant'
import SlugRefused from '#app/tenants/errors/slug_refused'
import PlanUnknown from '#app/tenants/errors/plan_unknown'
import { alone } from './alone.js'
import { ArchiveReader, linesOf } from './archive/archive_reader.js'
import { fingerprint, InstallationKey } from './installation_key.js'
import { KEY_ENTRY, PLATFORM_ENTRY } from './archive/manifest.js'
import { Placement } from './rows/placement.js'
import { writePlatformRows, type PlatformRows } from './rows/platform_rows.js'
import { removeFromCell } from './remains.js'
import { StoredFiles } from './stored_files.js'
import type { Part } from './rows/tenant_rows.js'
import { unwrapRoot, type WrappedRoot } from './archive/wrapped_root.js'
import ArchiveUnreadable from './errors/archive_unreadable.js'
import SignerUnknown from './errors/signer_unknown.js'
import TenantPresent from './errors/tenant_present.js'

interface Options {
  cell?: string
  slug?: string
  /** Opens the root; this installation's own, unless given. */
  key?: KeyObject
  /** Fingerprint of the installation that signed, where it is another. */
  trust?: string
  onProgress?: (step: string) => void
}

const UNIQUE_VIOLATION = '23505'

/**
 * Takes a tenant in from an archive, whole or not at all. Until the platform's row is written nobody can see it; what an import that
 * was killed has left behind is cleared away by the next one of the same tenant.
 */
export class TenantImport {
  private constructor(
    private archive: ArchiveReader,
    private rows: PlatformRows,
    private root: Buffer,
    private isOurs: boolean,
    private options: Options
  ) {}

  /** @throws E_ARCHIVE_UNREADABLE, E_SIGNER_UNKNOWN, E_KEY_REFUSED before anything is written */
  static async open(file: string, options: Options = {}): Promise<TenantImport> {
    options.onProgress?.('Reading the archive and checking every hash')
    const archive = await ArchiveReader.open(file)
    const { publicKey, tenantId } = archive.manifest
    const signer = fingerprint(publicKey)
    const isOurs = signer === (await InstallationKey.fingerprint())
    if (!isOurs && signer !== options.trust?.replaceAll(/[\s:]/g, '').toLowerCase())
      throw new SignerUnknown(signer)
    await assertKnownVersions(archive)
    const key = options.key ?? (await InstallationKey.receiving())
    const root = unwrapRoot(archive.json<WrappedRoot>(KEY_ENTRY), tenantId, key)
    const rows = archive.json<PlatformRows>(PLATFORM_ENTRY)
    if (rows.tenants?.[0]?.id !== tenantId) throw new ArchiveUnreadable('it names two tenants')
    schemaNames(tenantId)
    return new TenantImport(archive, rows, root, isOurs, options)
  }

  /** @throws E_TENANT_PRESENT, E_PORTING_UNDER_WAY, E_SLUG_REFUSED, E_PLAN_UNKNOWN */
  async run(): Promise<Tenant> {
    return alone(this.#id, async () => {
      await this.#assertFree()
      await this.#clear()
      try {
        return await this.#takeIn()
      } catch (error) {
        await this.#clear()
        throw error
      }
    })
  }

  get #id(): string {
    return this.archive.manifest.tenantId
  }

  get #slug(): string {
    return this.options.slug ?? this.archive.manifest.slug
  }

  get #cell(): Cell {
    return Cell.named(this.options.cell ?? 'main')
  }

  async #assertFree(): Promise<void> {
    if (!isSlug(this.#slug)) throw new SlugRefused()
    const { plan_key: plan, key_prefix: prefix } = this.rows.tenants[0]
    if (!(await Plan.find(plan))) throw new PlanUnknown(String(plan))
    if (await Tenant.find(this.#id)) throw new TenantPresent(`the tenant ${this.#id}`)
    if (await Tenant.findBy({ slug: this.#slug })) throw new TenantPresent(`the slug ${this.#slug}`)
    if (await Tenant.findBy('key_prefix', prefix)) throw new TenantPresent('its key prefix')
  }

  /** What an earlier attempt left: nothing points to it. */
  async #clear(): Promise<void> {
    const platform = db.connection('platform')
    const left = await platform.from('imports').where('tenant_id', this.#id).first()
    if (!left) return
    this.#say('Clearing away what an earlier attempt left')
    await removeFromCell(Cell.named(left.cell), this.#id)
    await new StoredFiles(this.#id).removeAll()
    await keyRing.eraseRoot(this.#id)
    await platform.from('imports').where('tenant_id', this.#id).delete()
  }

  async #takeIn(): Promise<Tenant> {
    await this.#reserve()
    faultPoint('import.reserved')
    await keyRing.restoreRoot(this.#id, this.root)
    faultPoint('import.rooted')
    const placement = new Placement(this.#cell, this.#id, this.archive.manifest.schemas)
    this.#say('Writing the tables')
    await placement.write(this.#parts())
    this.#say('Writing the files')
    await this.#storeFiles()
    faultPoint('import.stored')
    await this.#verifyChains()
    await this.#settle()
    faultPoint('import.settled')
    await StandingProjection.apply(this.#id)
    await placement.releaseWork()
    return Tenant.findOrFail(this.#id)
  }

  async #reserve(): Promise<void> {
    await db.connection('platform').table('imports').insert({
      tenant_id: this.#id,
      cell: this.#cell.name,
      slug: this.#slug,
      attempt: randomUUID(),
      started_at: clock.now(),
    })
  }

  async *#parts(): AsyncGenerator<Part> {
    for await (const { name, content } of this.archive.below('data')) {
      const [place, table] = name.replace('.jsonl.gz', '').split('/')
      yield { place: place as Part['place'], name: table, lines: linesOf(content) }
    }
  }

  async #storeFiles(): Promise<void> {
    const files = new StoredFiles(this.#id)
    for await (const { name, content } of this.archive.below('files'))
      await files.write(name, Readable.from(content))
  }

  /** Against the documents, the personal values and the log that the cell has now. */
  async #verifyChains(): Promise<void> {
    const tenant = { id: this.#id, cell: this.#cell.name }
    const { schemas } = this.archive.manifest
    for (const environment of ['live', 'test'] as const) {
      if (schemas[environment] === undefined) continue
      this.#say(`Verifying the audit trails of ${environment}`)
      const { findings } = await new AuditVerification(tenant, environment).ofTenant()
      if (findings.length > 0)
        throw new ArchiveUnreadable(
          `the trail ${findings[0].chain} is broken: ${findings[0].message}`
        )
    }
  }

  /** From here on the tenant is here. */
  async #settle(): Promise<void> {
    try {
      await db.connection('platform').transaction(async (trx) => {
        await writePlatformRows(await this.#rowsForHere(trx), trx)
        const checks = this.rows.domains.map(({ id }) => ({ kind: 'check_domain', ref: id }))
        if (checks.length > 0) await trx.table('outbox').multiInsert(checks)
        await StandingProjection.ask([this.#id], trx)
        await trx.from('imports').where('tenant_id', this.#id).delete()
      })
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
      throw isTaken ? new TenantPresent('one of its names or hosts') : error
    }
  }

  /** A host that led to another installation leads nowhere until its records were looked at from here. */
  async #rowsForHere(trx: TransactionClientContract): Promise<PlatformRows> {
    const [tenant] = this.rows.tenants
    const parent = await Tenant.query({ client: trx }).where('id', String(tenant.parent_id)).first()
    const here = {
      ...tenant,
      slug: this.#slug,
      cell: this.#cell.name,
      parent_id: parent?.id ?? null,
      has_sandbox: this.archive.manifest.schemas.test !== undefined,
    }
    const unverified = { status: 'pending', verified_at: null, primary_for: [] }
    const domains = this.rows.domains.map((row) => (this.isOurs ? row : { ...row, ...unverified }))
    return { ...this.rows, tenants: [here], domains }
  }

  #say(step: string): void {
    this.options.onProgress?.(step)
  }
}

async function assertKnownVersions({ manifest: { schemas } }: ArchiveReader): Promise<void> {
  const known = {
    account: await SchemaTemplate.latest('account'),
    live: await SchemaTemplate.latest('environment'),
    test: await SchemaTemplate.latest('environment'),
  }
  for (const place of ['account', 'live', 'test'] as const) {
    if ((schemas[place] ?? 0) > known[place])
      throw new ArchiveUnreadable('it was made by a later release than this one')
  }
  if (schemas.account === undefined || schemas.live === undefined)
    throw new ArchiveUnreadable('it lacks an account')
}
