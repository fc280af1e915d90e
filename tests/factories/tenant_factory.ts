import { Secret } from '@adonisjs/core/helpers'
import { newId } from '#app/foundation/identifier'
import { randomBase62 } from '#app/foundation/opaque_token'
import { PasswordHash } from '#app/identity/passwords/password_hash'
import type Tenant from '#app/tenants/tenant'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import { spareSchemas } from '#tests/support/spare_schemas'

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
  /** Where the making of its schemas is what is tested; else those are taken that were made ahead. */
  fromScratch?: boolean
}

let made: Promise<string> | undefined

/** Of a password that nobody knows; made once, for it takes its time. */
function nobodysHash(): Promise<string> {
  made ??= PasswordHash.make(new Secret(randomBase62(20)))
  return made
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
  fromScratch = cell !== undefined,
}: Wanted = {}): Promise<Tenant> {
  const slug = `t${randomBase62(10).toLowerCase()}`
  const owner = {
    id: newId('usr'),
    email: `owner@${slug}.test`,
    name: 'Olga Owner',
    passwordHash: hasPassword ? await nobodysHash() : null,
  }
  const wanted = { name, slug, plan, cell, parentId, owner, isTrusted }
  const tenant = await Provisioning.create(
    wanted,
    fromScratch ? undefined : spareSchemas(withSandbox)
  )
  if (withSandbox) await Provisioning.openSandbox(tenant)
  return tenant
}
