import { SYSTEM, type Actor } from '#app/audit/actor'
import { newId } from '#app/foundation/identifier'
import { randomBase62 } from '#app/foundation/opaque_token'
import { PlatformWork } from '#app/tenants/platform_work'
import { Resale } from '#app/tenants/resale/resale'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from './tenant_factory.js'

interface Wanted {
  name?: string
  plan?: string
  by?: Actor
}

/** A tenant that may sell to others. */
export function makeReseller(name = 'Umbrella'): Promise<Tenant> {
  return makeTenant({ plan: 'enterprise', name })
}

export function newSlug(): string {
  return `c${randomBase62(10).toLowerCase()}`
}

/** A tenant below a reseller, made as its worker would make it. */
export async function makeChild(
  reseller: Tenant,
  { name = 'Child', plan = 'business', by = SYSTEM }: Wanted = {}
): Promise<Tenant> {
  const slug = newSlug()
  const email = `owner@${slug}.test`
  const owner = { id: newId('usr'), email, name: 'Clara Customer', passwordHash: null }
  const child = await new Resale(reseller.ref, by).create({ name, slug, plan, owner })
  await doPlatformWork()
  return child.refresh()
}

/** All that is due, also what comes of it. */
export async function doPlatformWork(): Promise<void> {
  while ((await PlatformWork.doDue()) > 0);
}
