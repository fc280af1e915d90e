import hash from '@adonisjs/core/services/hash'
import { newId } from '#app/foundation/identifier'
import { randomBase62 } from '#app/foundation/opaque_token'
import type Tenant from '#app/tenants/tenant'
import { Provisioning } from '#app/tenants/provisioning/provisioning'

interface Wanted {
  plan?: string
  name?: string
  withSandbox?: boolean
  cell?: string
  /** The reseller below which it stands, in whichever cell that is. */
  parentId?: string
  /** Its owner's address is proved, and it may send as much as its plan allows from the first day. */
  isTrusted?: boolean
  /** Owners without one get an email with a link to choose one. */
  hasPassword?: boolean
}

/** A new tenant with an owner; every test group makes its own, so that none meets another's rows. */
export async function makeTenant({
  plan = 'business',
  name = 'Acme',
  withSandbox = false,
  cell,
  parentId,
  isTrusted = true,
  hasPassword = false,
}: Wanted = {}): Promise<Tenant> {
  const slug = `t${randomBase62(10).toLowerCase()}`
  const owner = {
    id: newId('usr'),
    email: `owner@${slug}.test`,
    name: 'Olga Owner',
    passwordHash: hasPassword ? await hash.make(randomBase62(20)) : null,
  }
  const tenant = await Provisioning.create({ name, slug, plan, cell, parentId, owner, isTrusted })
  if (withSandbox) await Provisioning.openSandbox(tenant)
  return tenant
}
