import type { HttpContext } from '@adonisjs/core/http'
import Domain from '#app/tenants/domains/domain'
import { readPage } from '../page.js'
import NothingHere from '../errors/nothing_here.js'

/** This tenant's alone: another's is not found. @throws NothingHere */
export async function findDomain(ctx: HttpContext): Promise<Domain> {
  await readPage(ctx)
  const domain = await Domain.query()
    .where({ id: String(ctx.params.id), tenantId: ctx.tenant.id })
    .whereNot('status', 'released')
    .first()
  if (!domain) throw new NothingHere()
  return domain
}
