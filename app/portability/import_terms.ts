import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import Tenant from '#app/tenants/tenant'
import type { TrustedArchive } from './archive/trusted_archive.js'
import { fromElsewhere, unlessTaken } from './rows/domain_rows.js'
import type { PlatformRows } from './rows/platform_rows.js'
import ParentUnknown from './errors/parent_unknown.js'
import PlanNotChosen from './errors/plan_not_chosen.js'

/** What the importing operator decides, whatever the archive says. */
export interface Choices {
  /** The key of the plan that it gets. An archive of another installation gets none by itself. */
  plan?: string
  /** Slug of the reseller that it stands below. By itself only an archive of this installation goes back below the one it had. */
  parent?: string
  /** Takes grants and terms for resale from an archive of another installation as well. */
  grants?: boolean
}

/** Of the tenant's row, what is the reseller's that it stood below, unless it comes back to it. */
const OF_ITS_RESELLER = { suspended_by: null, order_key: null, metadata: {} }

/** The deletion that it waited for is off: its day may be long over, and the operator has just asked for the tenant. */
const DELETION_RECALLED = { erase_at: null, removed_by: null }

/** The same of one that was suspended for nothing else. */
const FREE = { status: 'ready', suspended_at: null, is_frozen: false }

/**
 * On which terms a tenant is taken in. This installation believes what it has signed itself; of another installation it takes the tenant's own
 * things, and no plan, grant, term or parent that nobody here has agreed to.
 */
export class ImportTerms {
  constructor(
    private archive: Pick<TrustedArchive, 'rows' | 'isOurs'>,
    private choices: Choices
  ) {}

  /** @throws PlanNotChosen */
  get plan(): string {
    const { rows, isOurs } = this.archive
    if (this.choices.plan !== undefined) return this.choices.plan
    if (!isOurs) throw new PlanNotChosen()
    return String(rows.tenants[0].plan_key)
  }

  /** The rows of the platform as they are written here. @throws PlanNotChosen, ParentUnknown */
  async rows(trx: TransactionClientContract): Promise<PlatformRows> {
    const { rows, isOurs } = this.archive
    const [was] = rows.tenants
    const parentId = await this.#parentId(trx)
    const isBack = isOurs && parentId === was.parent_id
    const tenant = {
      ...was,
      ...DELETION_RECALLED,
      ...(was.status === 'suspended' && was.suspension_reason === null && FREE),
      ...(!isBack && OF_ITS_RESELLER),
      plan_key: this.plan,
      parent_id: parentId,
    }
    if (isOurs) return { ...rows, tenants: [tenant], domains: await unlessTaken(rows.domains, trx) }
    return {
      ...rows,
      tenants: [tenant],
      domains: fromElsewhere(rows.domains),
      ...(!this.choices.grants && { plan_grants: [], resale_terms: [] }),
    }
  }

  /** @throws ParentUnknown unless it is a reseller's slug that was chosen, or none */
  async assertParent(): Promise<void> {
    const { parent: slug } = this.choices
    if (slug === undefined) return
    const tenant = await Tenant.findBy({ slug })
    if (!tenant?.isReachable || !(await isReseller(tenant))) throw new ParentUnknown(slug)
  }

  /** Locked: a reseller whose erasure has begun gets no tenant any more. @throws ParentUnknown */
  async #parentId(trx: TransactionClientContract): Promise<string | null> {
    const { rows, isOurs } = this.archive
    const { parent: slug } = this.choices
    if (slug === undefined && !isOurs) return null
    const wanted = slug === undefined ? { id: String(rows.tenants[0].parent_id) } : { slug }
    const parent = await Tenant.query({ client: trx }).where(wanted).forUpdate().first()
    if (parent?.isReachable) return parent.id
    if (slug !== undefined) throw new ParentUnknown(slug)
    return null
  }
}

async function isReseller({ ref: tenant }: Tenant): Promise<boolean> {
  const entitlements = await CurrentTenant.run({ tenant, environment: 'live' }, () =>
    TenantEntitlements.current()
  )
  return entitlements.isReseller
}
