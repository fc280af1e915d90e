import { Readable } from 'node:stream'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { SYSTEM } from '#app/audit/actor'
import { AuditVerification } from '#app/audit/audit_verification'
import type { Finding } from '#app/audit/chain_check'
import { ErasureList } from '#app/audit/erasures/erasure_list'
import { PlatformTrail } from '#app/audit/platform_trail'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { counted } from '#app/foundation/counted'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { Cell } from '#app/tenancy/cell'
import { keyRing } from '#app/tenancy/keys'
import { PlatformOutbox } from '#app/tenancy/outbox/platform_outbox'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { DomainWatch } from '#app/tenants/domains/domain_watch'
import Plan from '#app/tenants/plans/plan'
import PlanGrant from '#app/tenants/plans/plan_grant'
import { isSlug } from '#app/tenants/provisioning/slug'
import { EntitlementsProjection } from '#app/tenants/entitlements_projection'
import Tenant from '#app/tenants/tenant'
import SlugRefused from '#app/tenants/errors/slug_refused'
import PlanUnknown from '#app/tenants/errors/plan_unknown'
import { alone } from './alone.js'
import { linesOf } from './archive/archive_stream.js'
import { openTrusted, type Trust, type TrustedArchive } from './archive/trusted_archive.js'
import { RepeatedErasures } from './erasure/repeated_erasures.js'
import { TenantErasure } from './erasure/tenant_erasure.js'
import { ImportAttempt } from './import_attempt.js'
import { ImportTerms, type Choices } from './import_terms.js'
import { travels } from './rows/left_out.js'
import { Placement } from './rows/placement.js'
import { writePlatformRows, type PlatformRows } from './rows/platform_rows.js'
import { StoredFiles } from './stored_files.js'
import type { Part } from './rows/tenant_rows.js'
import ArchiveUnreadable from './errors/archive_unreadable.js'
import TenantPresent from './errors/tenant_present.js'

interface Options extends Trust, Choices {
  cell?: string
  slug?: string
  onProgress?: (step: string) => void
}

const UNIQUE_VIOLATION = '23505'

/**
 * Takes a tenant in from an archive, whole or not at all. Until the platform's row is written nobody can see it; what an import that
 * was killed has left behind is cleared away by the next one of the same tenant.
 */
export class TenantImport {
  #attempt: ImportAttempt
  #terms: ImportTerms

  private constructor(
    private trusted: TrustedArchive,
    private options: Options
  ) {
    this.#attempt = new ImportAttempt(this.#id)
    this.#terms = new ImportTerms(trusted, options)
  }

  /** @throws ArchiveUnreadable, SignerUnknown, KeyRefused before anything is written */
  static async open(file: string, options: Options = {}): Promise<TenantImport> {
    options.onProgress?.('Reading the archive and checking every hash')
    return new TenantImport(await openTrusted(file, options), options)
  }

  /** @throws TenantPresent, PortingUnderWay, SlugRefused, PlanUnknown, PlanNotChosen, ParentUnknown */
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

  get #archive() {
    return this.trusted.archive
  }

  get #id(): string {
    return this.#archive.manifest.tenantId
  }

  get #slug(): string {
    return this.options.slug ?? this.#archive.manifest.slug
  }

  get #cell(): Cell {
    return Cell.named(this.options.cell ?? 'main')
  }

  async #assertFree(): Promise<void> {
    if (!isSlug(this.#slug)) throw new SlugRefused()
    const { key_prefix: prefix } = this.trusted.rows.tenants[0]
    const { plan } = this.#terms
    if (!(await Plan.find(plan))) throw new PlanUnknown(plan)
    await this.#terms.assertParent()
    if (await Tenant.find(this.#id)) throw new TenantPresent(`the tenant ${this.#id}`)
    if (await Tenant.findBy({ slug: this.#slug })) throw new TenantPresent(`the slug ${this.#slug}`)
    if (await Tenant.findBy('key_prefix', prefix)) throw new TenantPresent('its key prefix')
  }

  async #clear(): Promise<void> {
    if (await this.#attempt.isLeft()) {
      this.#report('Clearing away what an earlier attempt left')
      await this.#attempt.clear()
    }
  }

  async #takeIn(): Promise<Tenant> {
    await this.#attempt.begin(this.#cell, this.#slug)
    faultPoint('import.reserved')
    await keyRing.restoreRoot(this.#id, this.trusted.root)
    faultPoint('import.rooted')
    const placement = new Placement(this.#cell, this.#id, this.#archive.manifest.schemas)
    this.#report('Writing the tables')
    await placement.write(this.#parts())
    this.#report('Writing the files')
    await this.#storeFiles()
    faultPoint('import.stored')
    await this.#verifyEvidence()
    await this.#repeatErasures()
    await this.#settle()
    faultPoint('import.settled')
    await EntitlementsProjection.apply(this.#id)
    await placement.releaseWork()
    return Tenant.findOrFail(this.#id)
  }

  async *#parts(): AsyncGenerator<Part> {
    for await (const { name, content } of this.#archive.below('data')) {
      const [place, table] = name.replace('.jsonl.gz', '').split('/')
      const part = { place: place as Part['place'], name: table }
      // an earlier release may have taken more along
      if (part.place === 'cell' || travels({ place: part.place, name: table }))
        yield { ...part, lines: linesOf(content) }
    }
  }

  async #storeFiles(): Promise<void> {
    const files = new StoredFiles(this.#id)
    for await (const { name, content } of this.#archive.below('files'))
      await files.write(name, Readable.from(content))
  }

  /** Trails against the log that the cell has now; documents, values and stored files against their trails. */
  async #verifyEvidence(): Promise<void> {
    const tenant = { id: this.#id, cell: this.#cell.name }
    const { schemas } = this.#archive.manifest
    for (const environment of ['live', 'test'] as const) {
      if (schemas[environment] === undefined) continue
      this.#report(`Verifying the audit trails, documents and files of ${environment}`)
      const verification = new AuditVerification(tenant, environment, documentEvidence)
      const [finding] = (await verification.ofTenant()).findings
      if (finding) throw new ArchiveUnreadable(sentenceOf(finding))
    }
  }

  /** What was erased here of this tenant since the archive was written. */
  async #repeatErasures(): Promise<void> {
    const tenant = { id: this.#id, cell: this.#cell.name }
    const hasSandbox = this.#archive.manifest.schemas.test !== undefined
    const { documents, mentions } = await RepeatedErasures.within(tenant, hasSandbox)
    if (documents + mentions > 0)
      this.#report(
        `Erased again: ${counted(documents, 'document')}, ${counted(mentions, 'contact, saved view or row of a list', 'contacts, saved views and rows of lists')}`
      )
  }

  /** From here on the tenant is here. */
  async #settle(): Promise<void> {
    try {
      await platformTransaction(async (trx) => {
        const rows = await this.#rowsForHere(trx)
        await writePlatformRows(rows, trx)
        for (const { id } of rows.domains ?? []) await DomainWatch.checkIn(String(id), 0, trx)
        await PlatformOutbox.append(trx, { kind: 'settle_email_domains', ref: this.#id })
        await this.#askForEntitlements(rows, trx)
        await this.#attempt.end(trx)
        await TenantErasure.close(this.#id, trx)
        const { isOurs } = this.trusted
        const details = { tenantId: this.#id, cell: this.#cell.name, isOurs, ...this.#chosen }
        await PlatformTrail.append({ action: 'tenant.imported', actor: SYSTEM, details }, trx)
        // it may have been erased here once. Last: what fails before leaves it erased, and a restore right after would erase it again
        await ErasureList.withdraw(this.#id)
      })
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
      throw isTaken ? new TenantPresent('one of its names or hosts') : error
    }
  }

  /** Its own, now and whenever a grant ends, and those of its reseller, which may have had no tenant before. */
  async #askForEntitlements(
    { tenants }: PlatformRows,
    trx: TransactionClientContract
  ): Promise<void> {
    const { parent_id: parentId } = tenants[0]
    await EntitlementsProjection.ask([this.#id, ...(parentId ? [String(parentId)] : [])], trx)
    for (const { until } of await PlanGrant.inForce(this.#id, trx))
      await EntitlementsProjection.askAt(until, this.#id, trx)
  }

  async #rowsForHere(trx: TransactionClientContract): Promise<PlatformRows> {
    const rows = await this.#terms.rows(trx)
    const here = {
      ...rows.tenants[0],
      slug: this.#slug,
      cell: this.#cell.name,
      has_sandbox: this.#archive.manifest.schemas.test !== undefined,
    }
    return { ...rows, tenants: [here] }
  }

  /** What the operator has decided, for their trail. */
  get #chosen(): Choices {
    const { plan, parent, grants } = this.options
    return { ...(plan && { plan }), ...(parent && { parent }), ...(grants && { grants }) }
  }

  #report(step: string): void {
    this.options.onProgress?.(step)
  }
}

function sentenceOf({ chain, kind, message }: Finding): string {
  return ['contradicted', 'file_damaged', 'file_unreadable'].includes(kind)
    ? `the document ${chain} is not what its trail tells: ${message}`
    : `the trail of ${chain} is broken: ${message}`
}
