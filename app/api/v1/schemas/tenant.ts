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
      name: text('Initech'),
      slug: text('initech', 'The first part of its host.'),
      status: oneOf(
        ['ready', 'provisioning', 'suspended'],
        'Provisioning: it is being made, and nobody can reach it yet.'
      ),
      plan: text('business'),
      metadata: texts({ crm: '4711' }, 'What you keep about it. It does not see this.'),
      suspendedAt: nullable(instant(), 'null'),
      suspensionReason: nullable(text('Unpaid', 'Yours; not that of the platform.'), 'null'),
      deletesAt: nullable(instant('When it is erased; until then it can be resumed.'), 'null'),
      createdAt: instant(),
      updatedAt: instant(),
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
        tenantId: id('ten'),
        period: text('2026-11', 'A calendar month in UTC.'),
        resetsAt: instant(),
        items: listOf(
          object({
            name: oneOf(['documents', 'signatures']),
            used: integer(17),
            limit: nullable(integer(1_000, 'None for as many as it likes.')),
          })
        ),
      },
      { description: 'How much a tenant has used of its plan. It is some seconds old.' }
    )
  )
)
