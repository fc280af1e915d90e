import { answerWith, deleted } from './envelope.js'
import {
  always,
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
} from './schema.js'

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
