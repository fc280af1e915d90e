import type { Resource } from './operation.js'
import {
  TENANT_ANSWER,
  TENANT_DELETED,
  TENANT_LIST,
  TENANT_RELEASED,
  TENANT_TOTALS_ANSWER,
  TENANT_USAGE_ANSWER,
} from '../schemas/tenant.js'
import {
  handoverValidator,
  releaseValidator,
  suspensionValidator,
  tenantChangeValidator,
  tenantsQuery,
  tenantUsageQuery,
  tenantValidator,
} from '../validators/tenant_validator.js'

const Handovers = () => import('../tenants/handovers_controller.js')
const Releases = () => import('../tenants/releases_controller.js')
const Suspensions = () => import('../tenants/suspensions_controller.js')
const Tenants = () => import('../tenants/tenants_controller.js')
const Totals = () => import('../tenants/totals_controller.js')
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
      answers: { 200: { description: 'Tenants, newest first.', schema: TENANT_LIST } },
      errors: ['live_key_required'],
    },
    {
      name: 'tenants.totals',
      method: 'GET',
      path: 'tenants/totals',
      handler: [Totals, 'show'],
      scope: 'tenants:read',
      summary: 'Read totals of all tenants',
      query: tenantUsageQuery,
      answers: { 200: { description: 'Counts and prices.', schema: TENANT_TOTALS_ANSWER } },
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
      name: 'tenants.handover',
      method: 'POST',
      path: 'tenants/:id/handover',
      handler: [Handovers, 'store'],
      scope: 'tenants:write',
      summary: 'Give a tenant another owner',
      description:
        'Where an owner has come already, they are told by mail and have seven days to refuse; where none has, it is done at once. The answer is the same whether or not the address is known there.',
      body: handoverValidator,
      example: { name: 'Peter Gibbons', email: 'peter@initech.example' },
      answers: { 202: { description: 'It is under way.', schema: TENANT_ANSWER } },
      errors: ['live_key_required', 'tenant_not_found', 'tenant_state_conflict'],
    },
    {
      name: 'tenants.release',
      method: 'POST',
      path: 'tenants/:id/release',
      handler: [Releases, 'store'],
      scope: 'tenants:write',
      summary: 'Release a tenant',
      description:
        'It becomes a customer of the platform’s own, with all that is in it; nothing of yours comes down to it any more. You cannot take it back, and from then on it is not found.',
      body: releaseValidator,
      example: { confirm: 'initech' },
      answers: { 200: { description: 'It is no longer yours.', schema: TENANT_RELEASED } },
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
