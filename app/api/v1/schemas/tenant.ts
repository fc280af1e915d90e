import { answerWith, deleted, pageOf, REQUEST_ID } from './envelope.js'
import {
  always,
  boolean,
  extended,
  id,
  instant,
  integer,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  text,
  texts,
} from '#app/foundation/schema/schema'

export const TENANT = named(
  'Tenant',
  object(
    {
      id: id('ten'),
      object: always('tenant'),
      name: text('Initech', 'The name that its users see.'),
      slug: text('initech', 'The first part of its host.'),
      status: oneOf(
        ['ready', 'provisioning', 'suspended'],
        'Provisioning: it is being created, and nobody can reach it yet.'
      ),
      plan: text('business', 'The key of its plan.'),
      metadata: texts({ crm: '4711' }, 'Your own data about the tenant, which it cannot see.'),
      suspendedAt: nullable(instant('When it was suspended.'), 'null'),
      suspensionReason: nullable(text('Unpaid', 'Your reason; never the platform’s.'), 'null'),
      deletesAt: nullable(instant('When it will be erased; until then you can resume it.'), 'null'),
      createdAt: instant('When it was ordered.'),
      updatedAt: instant('When it last changed.'),
    },
    {
      description: 'An account below a reseller: its plan and status, but none of its contents.',
    }
  )
)

export const TENANT_ANSWER = answerWith(TENANT)

export const TENANT_DELETED = extended(deleted('ten', 'tenant'), {
  deletesAt: instant('When it will be erased; until then you can resume it.'),
})

export const TENANT_RELEASED = named(
  'TenantRelease',
  object(
    {
      id: id('ten'),
      object: always('tenant'),
      released: always(true),
      livemode: boolean(true, 'True for live, false for the sandbox.'),
      requestId: REQUEST_ID,
    },
    { description: 'A tenant that is no longer yours.' }
  )
)

const PLAN_TOTAL = named(
  'PlanTotal',
  object(
    {
      plan: text('business', 'The key of the plan.'),
      planName: text('Business', 'What it is called.'),
      tenants: integer(12, 'How many tenants have it now.'),
      revenueCents: integer(238_800, 'What they pay you per month, at your prices.'),
      costCents: integer(180_000, 'What you pay for them per month.'),
      currency: text('USD', 'The currency of both amounts.'),
    },
    { description: 'The revenue from a plan. Individually agreed prices do not count.' }
  )
)

export const TENANT_TOTALS_ANSWER = answerWith(
  named(
    'TenantTotals',
    object(
      {
        object: always('tenant_totals'),
        period: text('2026-11', 'A calendar month in UTC.'),
        resetsAt: instant('When counting starts again.'),
        tenants: integer(12, 'The current number of tenants, without those still being created.'),
        items: listOf(
          object({
            name: oneOf(['documents', 'signatures'], 'What is counted.'),
            used: integer(1_204, 'The total that all tenants used in the period.'),
          }),
          'One entry per meter.'
        ),
        plans: listOf(PLAN_TOTAL, 'The current state, whatever the period.'),
      },
      { description: 'Totals over all tenants of a reseller. The counts may be a few seconds old.' }
    )
  )
)

export const TENANT_USAGE_ANSWER = answerWith(
  named(
    'TenantUsage',
    object(
      {
        object: always('usage'),
        tenantId: id('ten', 'Whose usage it is.'),
        period: text('2026-11', 'A calendar month in UTC.'),
        resetsAt: instant('When counting starts again.'),
        items: listOf(
          object({
            name: oneOf(['documents', 'signatures'], 'What is counted.'),
            used: integer(17, 'How much has been used.'),
            limit: nullable(integer(1_000, 'Null means unlimited.')),
          }),
          'One entry per meter.'
        ),
      },
      {
        description: 'How much of its plan a tenant has used. The counts may be a few seconds old.',
      }
    )
  )
)

export const TENANT_LIST = pageOf(TENANT)
