import { isUniqueViolation } from '#app/foundation/unique_violation'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { randomBase62 } from '#app/foundation/opaque_token'
import type { NewTenant } from './new_tenant.js'
import Plan from '../plans/plan.js'
import { Probation } from '../probation.js'
import { isSlug } from './slug.js'
import Tenant from '../tenant.js'
import PlanUnknown from '../errors/plan_unknown.js'
import SlugRefused from '../errors/slug_refused.js'
import SlugTaken from '../errors/slug_taken.js'

/**
 * The row of a tenant that is still to be made: its id, its slug, and all that is needed to go on.
 *
 * @throws SlugTaken, SlugRefused, PlanUnknown
 */
export async function reserve(
  wanted: NewTenant,
  client?: TransactionClientContract,
  id = newId('ten')
): Promise<Tenant> {
  const { name, slug, plan, cell = 'main', metadata = {} } = wanted
  const { parentId = null, orderKey = null } = wanted
  if (!isSlug(slug)) throw new SlugRefused()
  if (!(await Plan.find(plan, { client }))) throw new PlanUnknown(plan)
  const now = clock.now()
  const reserved = {
    id,
    slug,
    name,
    planKey: plan,
    parentId,
    orderKey,
    cell,
    keyPrefix: randomBase62(8),
    status: 'provisioning' as const,
    wanted,
    metadata,
    ...(await Probation.terms(wanted, client)),
    hasSandbox: false,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  try {
    return await Tenant.create(reserved, { client })
  } catch (error) {
    if (isUniqueViolation(error)) throw new SlugTaken(slug)
    throw error
  }
}
