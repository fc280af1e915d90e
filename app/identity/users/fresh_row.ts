import { CurrentTenant } from '#app/tenancy/current_tenant'
import { KnownDevices } from '../devices/known_devices.js'
import { SecondFactor } from '../second_factor/second_factor.js'
import type User from './user.js'

/** All that tells a removed member from somebody who has never been here. */
const UNKNOWN = {
  passwordHash: null,
  verifiedAt: null,
  lastSeenAt: null,
  invitedAt: null,
  timeZone: null,
  language: null,
  mailRhythm: 'each',
  deviceHandedAt: null,
  firstStepsHiddenAt: null,
} as const

/** Where they are logged in, names by which an identity provider knew them, what they were told, and which mails they chose. */
const KEPT = [
  'sessions',
  'half_log_ins',
  'emergency_owners',
  'sso_identities',
  'address_changes',
  'notices',
  'unwanted_mails',
  'wanted_mails',
  'digests',
  'document_mails',
]

/**
 * In the unit that gives the row of a removed member to somebody, who may be another person with the same address: nothing that the previous one
 * had, chose or was known by stays. The caller says who they are, and saves it.
 */
export async function forgetPredecessor(user: User): Promise<void> {
  await SecondFactor.forget(user)
  await KnownDevices.forget(user)
  await CurrentTenant.batch(
    KEPT.map((table) => ({ text: `delete from ${table} where user_id = $1`, values: [user.id] }))
  )
  user.merge(UNKNOWN)
}
