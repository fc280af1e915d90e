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
      name: text('Initech', 'As its people know it.'),
      slug: text('initech', 'The first part of its host.'),
      status: oneOf(
        ['ready', 'provisioning', 'suspended'],
        'Provisioning: it is being made, and nobody can reach it yet.'
      ),
      plan: text('business', 'The key of its plan.'),
      metadata: texts({ crm: '4711' }, 'What you keep about it. It does not see this.'),
      suspendedAt: nullable(instant('When it was suspended.'), 'null'),
      suspensionReason: nullable(text('Unpaid', 'Yours; not that of the platform.'), 'null'),
      deletesAt: nullable(instant('When it is erased; until then it can be resumed.'), 'null'),
      createdAt: instant('When it was ordered.'),
      updatedAt: instant('When anything of it changed last.'),
    },
    {
      description:
        'An account below a reseller: its plan and status, and nothing of what is in it.',
    }
  )
)

export const TENANT_ANSWER = answerWith(TENANT)

export const TENANT_DELETED = extended(deleted('ten', 'tenant'), {
  deletesAt: instant('When it is erased; until then it can be resumed.'),
})

export const TENANT_RELEASED = named(
  'TenantRelease',
  object(
    {
      id: id('ten'),
      object: always('tenant'),
      released: always(true),
      livemode: boolean(true, 'Whether it is of the live environment, not of the sandbox.'),
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
      tenants: integer(12, 'How many have it now.'),
      revenueCents: integer(238_800, 'What they pay you a month, at your prices.'),
      costCents: integer(180_000, 'What you pay for them a month.'),
      currency: text('USD', 'Of both.'),
    },
    { description: 'What a plan brings in. A price by agreement counts nothing.' }
  )
)

export const TENANT_TOTALS_ANSWER = answerWith(
  named(
    'TenantTotals',
    object(
      {
        object: always('tenant_totals'),
        period: text('2026-11', 'A calendar month in UTC.'),
        resetsAt: instant('When it is counted anew.'),
        tenants: integer(12, 'How many there are now, without those that are still being made.'),
        items: listOf(
          object({
            name: oneOf(['documents', 'signatures'], 'What is counted.'),
            used: integer(1_204, 'How much all of them together have used in the period.'),
          }),
          'One entry for each thing that is counted.'
        ),
        plans: listOf(PLAN_TOTAL, 'As they are now, whatever the period.'),
      },
      { description: 'All tenants of a reseller together. Counts are some seconds old.' }
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
        resetsAt: instant('When it is counted anew.'),
        items: listOf(
          object({
            name: oneOf(['documents', 'signatures'], 'What is counted.'),
            used: integer(17, 'How much of it is used.'),
            limit: nullable(integer(1_000, 'None for as many as it likes.')),
          }),
          'One entry for each thing that is counted.'
        ),
      },
      { description: 'How much a tenant has used of its plan. It is some seconds old.' }
    )
  )
)

export const TENANT_LIST = pageOf(TENANT)
