import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import TenantEntitlements from '#app/tenants/tenant_entitlements'
import Tenant from '#app/tenants/tenant'
import type { TrustedArchive } from './archive/trusted_archive.js'
import { fromElsewhere } from './rows/domain_rows.js'
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

/** Of the tenant's row, what another installation has decided and this one has not. */
const DECIDED_ELSEWHERE = { suspended_by: null, removed_by: null, order_key: null }

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

  /** The rows of the platform as they are written here. @throws PlanNotChosen */
  async rows(trx: TransactionClientContract): Promise<PlatformRows> {
    const { rows, isOurs } = this.archive
    const tenant = { ...rows.tenants[0], plan_key: this.plan, parent_id: await this.#parentId(trx) }
    if (isOurs) return { ...rows, tenants: [tenant] }
    return {
      ...rows,
      tenants: [{ ...tenant, ...DECIDED_ELSEWHERE }],
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

  async #parentId(trx: TransactionClientContract): Promise<string | null> {
    const { rows, isOurs } = this.archive
    const { parent: slug } = this.choices
    if (slug === undefined && !isOurs) return null
    const wanted = slug === undefined ? { id: String(rows.tenants[0].parent_id) } : { slug }
    const parent = await Tenant.query({ client: trx }).where(wanted).first()
    return parent?.isReachable ? parent.id : null
  }
}

async function isReseller({ ref: tenant }: Tenant): Promise<boolean> {
  const entitlements = await CurrentTenant.run({ tenant, environment: 'live' }, () =>
    TenantEntitlements.current()
  )
  return entitlements.isReseller
}
