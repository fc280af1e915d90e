import db from '@adonisjs/lucid/services/db'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Domain from '#app/tenants/domains/domain'
import Plan from '#app/tenants/plans/plan'
import type Tenant from '#app/tenants/tenant'
import { SupportSession } from '#app/identity/sessions/support_session'
import { GRANTABLE } from './grant_form.js'
import { schemaVersions } from './schema_versions.js'
import { shownTenant } from './shown_tenant.js'

const USED = `
  select month, coalesce(max(used) filter (where name = 'documents'), 0) as documents,
         coalesce(max(used) filter (where name = 'signatures'), 0) as signatures
    from usage_totals where tenant_id = ? group by month order by month desc limit 6`

const GRANTS = `
  select g.id, g.plan_key, p.name as plan_name, g.entitlement, g.value, g.until, g.reason
    from plan_grants g left join plans p on p.key = g.plan_key
   where g.tenant_id = ? and g.ended_at is null and g.until > now() order by g.created_at desc, g.id desc`

const REPORTS = `select count(*)::int as open from reports where tenant_id = ? and outcome is null`

/** All that an operator may see of a tenant without entering it: what the platform knows, and who of them has been there. */
export async function tenantDetails(tenant: Tenant) {
  const [versions, months, grants, [{ open }], domains, children, plans, support] =
    await Promise.all([
      schemaVersions([tenant]),
      rows(USED, tenant),
      rows(GRANTS, tenant),
      rows(REPORTS, tenant),
      Domain.query().where('tenantId', tenant.id).orderBy('host'),
      rows(
        `select count(*)::int as tenants from tenants where parent_id = ? and status <> 'deleted'`,
        tenant
      ),
      Plan.query().orderBy('position'),
      visitsOf(tenant),
    ])
  return {
    tenant: await shownTenant(tenant),
    version: versions.get(tenant.id) ?? null,
    months,
    grants,
    // of several the newest holds
    trial: grants.find((grant: { plan_name: string | null }) => grant.plan_name !== null) ?? null,
    grantable: GRANTABLE,
    openReports: open,
    domains: domains.map(({ host, kind, status, purposes }) => ({
      ...{ host, kind, status },
      purposes: purposes.join(', '),
    })),
    tenantsBelow: children[0].tenants,
    plans,
    support,
    errors: {},
    values: {},
  }
}

async function rows(text: string, { id }: Tenant) {
  return (await db.connection('platform').rawQuery(text, [id])).rows
}

function visitsOf(tenant: Tenant): Promise<SupportSession[]> {
  if (!tenant.isReachable) return Promise.resolve([])
  return CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, () =>
    SupportSession.latest(5)
  )
}
