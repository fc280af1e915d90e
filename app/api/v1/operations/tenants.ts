import type { Resource } from './operation.js'
import { pageOf } from '../schemas/envelope.js'
import { TENANT, TENANT_ANSWER, TENANT_DELETED, TENANT_USAGE_ANSWER } from '../schemas/tenant.js'
import {
  suspensionValidator,
  tenantChangeValidator,
  tenantsQuery,
  tenantUsageQuery,
  tenantValidator,
} from '../validators/tenant_validator.js'

const Suspensions = () => import('../tenants/suspensions_controller.js')
const Tenants = () => import('../tenants/tenants_controller.js')
const Usages = () => import('../tenants/usages_controller.js')

const SHOWN = { description: 'The tenant.', schema: TENANT_ANSWER }

const tenants: Resource = {
  title: 'Tenants',
  description:
    'What resellers do with the accounts below them, with live keys. A tenant that is not directly below the caller is not found.',
  operations: [
    {
      name: 'tenants.store',
      method: 'POST',
      path: 'tenants',
      handler: [Tenants, 'store'],
      scope: 'tenants:write',
      summary: 'Create a tenant',
      description:
        'It is made within seconds; until then its status is `provisioning`. Its owner then gets a link by mail to set a password. A webhook `tenant.created` tells when it is ready.',
      body: tenantValidator,
      example: {
        name: 'Initech',
        slug: 'initech',
        plan: 'business',
        owner: { name: 'Bill Lumbergh', email: 'bill@initech.example' },
        metadata: { crm: '4711' },
      },
      answers: { 201: { description: 'The tenant that is being made.', schema: TENANT_ANSWER } },
      errors: [
        'live_key_required',
        'slug_taken',
        'slug_refused',
        'plan_not_sellable',
        'tenant_limit_exceeded',
      ],
    },
    {
      name: 'tenants.index',
      method: 'GET',
      path: 'tenants',
      handler: [Tenants, 'index'],
      scope: 'tenants:read',
      summary: 'List tenants',
      query: tenantsQuery,
      answers: { 200: { description: 'Tenants, newest first.', schema: pageOf(TENANT) } },
      errors: ['live_key_required'],
    },
    {
      name: 'tenants.show',
      method: 'GET',
      path: 'tenants/:id',
      handler: [Tenants, 'show'],
      scope: 'tenants:read',
      summary: 'Read a tenant',
      answers: { 200: SHOWN },
      errors: ['live_key_required', 'tenant_not_found'],
    },
    {
      name: 'tenants.update',
      method: 'PATCH',
      path: 'tenants/:id',
      handler: [Tenants, 'update'],
      scope: 'tenants:write',
      summary: 'Rename a tenant, or give it another plan',
      description:
        '`metadata` is replaced as a whole. A smaller plan deletes nothing: what it lacks stands still.',
      body: tenantChangeValidator,
      example: { plan: 'pro', metadata: { crm: '4711', contract: 'yearly' } },
      answers: { 200: SHOWN },
      errors: [
        'live_key_required',
        'tenant_not_found',
        'plan_not_sellable',
        'tenant_state_conflict',
      ],
    },
    {
      name: 'tenants.destroy',
      method: 'DELETE',
      path: 'tenants/:id',
      handler: [Tenants, 'destroy'],
      scope: 'tenants:write',
      summary: 'Delete a tenant',
      description:
        'It is suspended at once and erased after a wait, within which `resume` takes it back.',
      answers: { 200: { description: 'The day on which it is erased.', schema: TENANT_DELETED } },
      errors: ['live_key_required', 'tenant_not_found', 'tenant_state_conflict'],
    },
    {
      name: 'tenants.suspend',
      method: 'POST',
      path: 'tenants/:id/suspend',
      handler: [Suspensions, 'store'],
      scope: 'tenants:write',
      summary: 'Suspend a tenant',
      description:
        'Nothing can be created or sent there, and its API answers `tenant_suspended`. What was sent can still be signed.',
      body: suspensionValidator,
      example: { reason: 'Unpaid since May' },
      answers: { 200: SHOWN },
      errors: ['live_key_required', 'tenant_not_found', 'tenant_state_conflict'],
    },
    {
      name: 'tenants.resume',
      method: 'POST',
      path: 'tenants/:id/resume',
      handler: [Suspensions, 'destroy'],
      scope: 'tenants:write',
      summary: 'Resume a tenant',
      description:
        'Takes back your suspension, or a deletion that waits for its day. What the platform stopped you cannot start again.',
      answers: { 200: SHOWN },
      errors: ['live_key_required', 'tenant_not_found', 'tenant_state_conflict'],
    },
    {
      name: 'tenants.usage',
      method: 'GET',
      path: 'tenants/:id/usage',
      handler: [Usages, 'show'],
      scope: 'tenants:read',
      summary: 'Read what a tenant has used',
      query: tenantUsageQuery,
      answers: {
        200: { description: 'Counts, and what the plan allows.', schema: TENANT_USAGE_ANSWER },
      },
      errors: ['live_key_required', 'tenant_not_found'],
    },
  ],
}

export default tenants
