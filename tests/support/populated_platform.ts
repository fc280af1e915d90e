import db from '@adonisjs/lucid/services/db'
import { SupportSession } from '#app/identity/sessions/support_session'
import type Operator from '#app/identity/operators/operator'
import { newId } from '#app/foundation/identifier'
import Incident from '#app/monitoring/incidents/incident'
import { Cell } from '#app/tenancy/cell'
import { roleName } from '#app/tenancy/tenant_ref'
import PlanGrant from '#app/tenants/plans/plan_grant'
import PlanRequest from '#app/tenants/plans/plan_request'
import { Removal } from '#app/tenants/removal'
import Report from '#app/tenants/report'
import { Suspension } from '#app/tenants/suspension'
import type Tenant from '#app/tenants/tenant'
import { UsageMonth } from '#app/tenants/usage/usage_month'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive } from './dashboard_visitor.js'
import { measureMonths } from './measured_months.js'
import { settle } from './platform_duty.js'

const DAY_MS = 86_400_000
const LONG = 'Harbour & Lane Realty, Conveyancing and Property Management of the Northern Counties'

const platform = () => db.connection('platform')
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

export interface PopulatedPlatform {
  acme: Tenant
  suspended: Tenant
  frozen: Tenant
  doomed: Tenant
  report: Report
  request: PlanRequest
  grantId: string
  incidentId: string
}

/** What an operator finds after some weeks: tenants in every state, wishes, reports and work that does not get on. */
export async function populatePlatform(operator: Operator): Promise<PopulatedPlatform> {
  const acme = await makeTenant({ name: LONG, plan: 'pro', isTrusted: false, hasPassword: true })
  const [suspended, frozen, doomed] = await Promise.all(
    ['Initech', 'Globex', 'Hooli'].map((name) => makeTenant({ name, hasPassword: true }))
  )
  await Suspension.impose(suspended.id, { reason: 'Invoices of three months are open' })
  await Suspension.impose(frozen.id, { reason: 'Sends requests in others’ names', frozen: true })
  await platform().transaction((trx) => Removal.schedule(doomed.id, inDays(30), trx))
  await use(acme, { documents: 1_204, signatures: 991 })
  const grantId = await grant(acme, operator)
  const request = await PlanRequest.ask({
    ...{ tenantId: acme.id, planKey: 'business', by: 'usr_olga' },
    note: 'We open two more offices in March, and every one of our people there will send documents. Could we begin a little earlier?',
  })
  for (const tenant of [acme, suspended, frozen, doomed]) await settle(tenant)
  await inLive(acme, () =>
    SupportSession.grant({
      ...SupportSession.newGrant(),
      ...{ operator, minutes: 30, mayWrite: true },
      reason: 'Mails to one domain do not arrive; looking at what their server answers',
    })
  )
  const report = await trouble(acme)
  await measureMonths()
  const incidentId = await incident()
  return { acme, suspended, frozen, doomed, report, request, grantId, incidentId }
}

/** Counted as if its documents had been sent. */
export async function use(tenant: Tenant, used: Record<string, number>): Promise<void> {
  const month = UsageMonth.current().name
  const rows = Object.entries(used).map(([name, units]) => ({
    ...{ tenant_id: tenant.id, month, name, used: units, revision: 1 },
  }))
  await platform().table('usage_totals').multiInsert(rows)
}

async function grant({ id: tenantId }: Tenant, { id: grantedBy }: Operator): Promise<string> {
  const more = { tenantId, grantedBy, until: inDays(30) }
  return platform().transaction(async (trx) => {
    const onTrial = { planKey: 'business', reason: 'Tries the larger plan before it decides' }
    await PlanGrant.give({ ...more, ...onTrial }, trx)
    const members = { entitlement: 'members', value: 25, reason: 'Agreed by telephone' } as const
    return (await PlanGrant.give({ ...more, ...members }, trx))!
  })
}

/** For nobody but a reseller that has no tenants. */
async function incident(): Promise<string> {
  const reseller = await makeTenant({ name: 'Umbrella', plan: 'enterprise' })
  return platform().transaction(async (trx) => {
    const { id } = await Incident.open(
      {
        ...{ title: 'Mails to one provider arrive late', parts: ['mail'], impact: 'disturbed' },
        ...{ text: 'We are looking into it.', resellerId: reseller.id },
      },
      trx
    )
    const text = 'The provider takes in few mails at a time.\nWe send what waits more slowly.'
    await Incident.update(id, { state: 'identified', text }, trx)
    return id
  })
}

/** A document that somebody reported, and a mail that fails again and again. */
async function trouble(tenant: Tenant): Promise<Report> {
  const { id: documentId } = await inLive(tenant, () => makeDocument({}, { send: false }))
  await Cell.named(tenant.cell).as('relay', (client) =>
    client.query(
      `insert into cell.outbox (scope, kind, lane, ref, due_at, tries, failing_since)
       values ($1, 'mail.send', '', $2, now() + interval '1 hour', 7, now())`,
      [roleName(tenant.id, 'live'), newId('mai')]
    )
  )
  return Report.file({
    ...{ tenantId: tenant.id, documentId, category: 'fraud', replyTo: 'ana@example.test' },
    message: 'I never bought anything from them.\nThe sum is somebody else’s, too.',
  })
}
