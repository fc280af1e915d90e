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
    'For resellers, with live keys: manage the accounts below yours. Tenants that are not directly below yours are not found.',
  operations: [
    {
      name: 'tenants.store',
      operationId: 'createTenant',
      method: 'POST',
      path: 'tenants',
      handler: [Tenants, 'store'],
      scope: 'tenants:write',
      summary: 'Create a tenant',
      description:
        'It is ready within seconds; until then its status is `provisioning`. Then its owner gets an email with a link to set a password, and webhooks get `tenant.created`.',
      body: tenantValidator,
      example: {
        name: 'Initech',
        slug: 'initech',
        plan: 'business',
        owner: { name: 'Bill Lumbergh', email: 'bill@initech.example' },
        metadata: { crm: '4711' },
      },
      answers: {
        201: { description: 'The tenant, which is being created.', schema: TENANT_ANSWER },
      },
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
      operationId: 'listTenants',
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
      operationId: 'getTenantTotals',
      method: 'GET',
      path: 'tenants/totals',
      handler: [Totals, 'show'],
      scope: 'tenants:read',
      summary: 'Read totals over all tenants',
      query: tenantUsageQuery,
      answers: { 200: { description: 'Counts and prices.', schema: TENANT_TOTALS_ANSWER } },
      errors: ['live_key_required'],
    },
    {
      name: 'tenants.show',
      operationId: 'getTenant',
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
      operationId: 'updateTenant',
      method: 'PATCH',
      path: 'tenants/:id',
      handler: [Tenants, 'update'],
      scope: 'tenants:write',
      summary: 'Rename a tenant or change its plan',
      description:
        '`metadata` is replaced completely. A smaller plan deletes nothing: features that it lacks are paused.',
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
      operationId: 'deleteTenant',
      method: 'DELETE',
      path: 'tenants/:id',
      handler: [Tenants, 'destroy'],
      scope: 'tenants:write',
      summary: 'Delete a tenant',
      description:
        'Suspends it immediately and erases it after a waiting period, during which `resume` brings it back. You cannot delete a tenant that the platform has suspended.',
      answers: {
        200: { description: 'The day on which it will be erased.', schema: TENANT_DELETED },
      },
      errors: ['live_key_required', 'tenant_not_found', 'tenant_state_conflict'],
    },
    {
      name: 'tenants.suspend',
      operationId: 'suspendTenant',
      method: 'POST',
      path: 'tenants/:id/suspend',
      handler: [Suspensions, 'store'],
      scope: 'tenants:write',
      summary: 'Suspend a tenant',
      description:
        'Nothing can be created or sent there, and its API answers `tenant_suspended`. Documents that were already sent can still be signed.',
      body: suspensionValidator,
      example: { reason: 'Unpaid since May' },
      answers: { 200: SHOWN },
      errors: ['live_key_required', 'tenant_not_found', 'tenant_state_conflict'],
    },
    {
      name: 'tenants.resume',
      operationId: 'resumeTenant',
      method: 'POST',
      path: 'tenants/:id/resume',
      handler: [Suspensions, 'destroy'],
      scope: 'tenants:write',
      summary: 'Resume a tenant',
      description:
        'Lifts your suspension, or cancels a pending deletion. You cannot resume a tenant that the platform has suspended.',
      answers: { 200: SHOWN },
      errors: ['live_key_required', 'tenant_not_found', 'tenant_state_conflict'],
    },
    {
      name: 'tenants.handover',
      operationId: 'handOverTenant',
      method: 'POST',
      path: 'tenants/:id/handover',
      handler: [Handovers, 'store'],
      scope: 'tenants:write',
      summary: 'Give a tenant a new owner',
      description:
        'If an owner has ever logged in, the owners are notified by email and have seven days to refuse; otherwise the change takes effect immediately. The response does not reveal whether the address is known there.',
      body: handoverValidator,
      example: { name: 'Peter Gibbons', email: 'peter@initech.example' },
      answers: { 202: { description: 'The request was accepted.', schema: TENANT_ANSWER } },
      errors: ['live_key_required', 'tenant_not_found', 'tenant_state_conflict'],
    },
    {
      name: 'tenants.release',
      operationId: 'releaseTenant',
      method: 'POST',
      path: 'tenants/:id/release',
      handler: [Releases, 'store'],
      scope: 'tenants:write',
      summary: 'Release a tenant',
      description:
        'It becomes a direct customer of the platform, with everything in it, and no longer inherits anything from you. You cannot undo this, and from then on you cannot find it.',
      body: releaseValidator,
      example: { confirm: 'initech' },
      answers: { 200: { description: 'It is no longer yours.', schema: TENANT_RELEASED } },
      errors: ['live_key_required', 'tenant_not_found', 'tenant_state_conflict'],
    },
    {
      name: 'tenants.usage',
      operationId: 'getTenantUsage',
      method: 'GET',
      path: 'tenants/:id/usage',
      handler: [Usages, 'show'],
      scope: 'tenants:read',
      summary: 'Read a tenant’s usage',
      query: tenantUsageQuery,
      answers: {
        200: {
          description: 'What has been used, and what the plan allows.',
          schema: TENANT_USAGE_ANSWER,
        },
      },
      errors: ['live_key_required', 'tenant_not_found'],
    },
  ],
}

export default tenants
