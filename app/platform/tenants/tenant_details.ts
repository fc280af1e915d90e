import { CurrentTenant } from '#app/tenancy/current_tenant'
import Domain, { type Purpose } from '#app/tenants/domains/domain'
import Plan from '#app/tenants/plans/plan'
import type Tenant from '#app/tenants/tenant'
import { SupportSession } from '#app/identity/sessions/support_session'
import { GRANTABLE } from './grant_form.js'
import { schemaVersions } from '#app/tenancy/schemas/schema_versions'
import { namedGrants } from '#app/tenants/plans/named_grants'
import Report from '#app/tenants/report'
import { TenantCounts } from '#app/tenants/tenant_counts'
import { UsageTotals } from '#app/tenants/usage/usage_totals'
import { tenantView } from './tenant_view.js'

const PURPOSE_WORDS: Record<Purpose, string> = {
  app: 'Dashboard',
  signing: 'Signing pages',
  api: 'API',
}

/** All that an operator may see of a tenant without entering it: what the platform knows, and who of them has been there. */
export async function tenantDetails(tenant: Tenant) {
  const [versions, months, grants, openReports, domains, tenantsBelow, plans, support] =
    await Promise.all([
      schemaVersions([tenant]),
      UsageTotals.latest(tenant.id),
      namedGrants(tenant.id),
      Report.openCount(tenant.id),
      Domain.query().where('tenantId', tenant.id).orderBy('host'),
      TenantCounts.below(tenant.id),
      Plan.query().orderBy('position'),
      visitsOf(tenant),
    ])
  return {
    tenant: await tenantView(tenant),
    version: versions.get(tenant.id) ?? null,
    months,
    grants,
    // of several the newest holds
    trial: grants.find((grant) => grant.plan_name !== null) ?? null,
    grantable: GRANTABLE,
    openReports,
    domains: domains.map(({ host, kind, status, purposes }) => ({
      ...{ host, kind, status },
      purposes: purposes.map((purpose) => PURPOSE_WORDS[purpose]).join(', '),
    })),
    tenantsBelow,
    plans,
    support,
    errors: {},
    values: {},
  }
}

function visitsOf(tenant: Tenant): Promise<SupportSession[]> {
  if (!tenant.isReachable) return Promise.resolve([])
  return CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
    SupportSession.latest(5)
  )
}
