import type { KeyObject } from 'node:crypto'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { HOUR_MS } from '#app/foundation/duration'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query, type Query } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'
import { EmergencyOwners } from '../access/emergency_owners.js'
import { FactorPolicy } from '../access/factor_policy.js'
import SecondFactorRequired from '../errors/second_factor_required.js'
import { Authenticator, type ShownSeed } from './authenticator.js'
import { hasSecondFactor } from './has_second_factor.js'
import { newRecoveryCodes, recoveryHash } from './recovery_codes.js'

/** Of a member of the account. */
interface Person {
  id: string
  email: string
}

/** What a page shows of it. */
export interface FactorState {
  /** Since when an authenticator app's codes are taken. */
  confirmedAt: Date | null
  codesLeft: number
  /** At all hosts of the tenant together. */
  passkeys: number
  isOn: boolean
}

export type GivenBy = 'code' | 'recovery code'

const SETTING_UP_MS = HOUR_MS

const STATE = `
  select (select confirmed_at from second_factors where user_id = $1) as "confirmedAt",
         (select count(*)::int from recovery_codes where user_id = $1) as "codesLeft",
         (select count(*)::int from passkeys where user_id = $1) as passkeys,
         ${hasSecondFactor('$1')} as "isOn"`
const OWN = 'select * from second_factors where user_id = $1'
const PLANT = `
  insert into second_factors (user_id, next_seed, next_until) values ($1, $2, $3)
  on conflict (user_id) do update set next_seed = excluded.next_seed, next_until = excluded.next_until`
const CONFIRM = `
  update second_factors set seed = next_seed, step = $3, confirmed_at = $4, next_seed = null, next_until = null
   where user_id = $1 and next_seed = $2 returning user_id`
const SPEND = `
  update second_factors set step = $3 where user_id = $1 and seed = $2 and step < $3 returning user_id`
const TAKE_RECOVERY =
  'delete from recovery_codes where user_id = $1 and code_sha256 = $2 returning user_id'
const FORGET_CODES = 'delete from recovery_codes where user_id = $1'
const FORGET_NEXT =
  'update second_factors set next_seed = null, next_until = null where user_id = $1'
const FORGET_PASSKEYS = 'delete from passkeys where user_id = $1'
const REMOVE = 'delete from second_factors where user_id = $1'
const REMOVE_SINCE = `${REMOVE} and coalesce(confirmed_at, $2) >= $2`
const FORGET_PASSKEYS_SINCE = `${FORGET_PASSKEYS} and created_at >= $2`

/**
 * The second factor of an account's people: a code of six digits from a seed that only their app and we know, a passkey, or one of eight recovery
 * codes, which stand in for either. Each code is taken once. Always in the live scope.
 */
export const SecondFactor = {
  /** Whether somebody has one, and how many recovery codes are left; one row. */
  state(userId: string): Query<FactorState> {
    return query<FactorState>(STATE, [userId])
  },

  async isOnFor({ id }: { id: string }): Promise<boolean> {
    const [[{ isOn }]] = await CurrentTenant.batch([SecondFactor.state(id)])
    return isOn
  },

  /** A new seed, which counts once the first code from it was given. Until then the one before goes on. */
  async plant({ id }: Person): Promise<void> {
    const seed = sealEnvelope(await key(), Authenticator.newSeed(), aadOf(id))
    const until = new Date(clock.now().getTime() + SETTING_UP_MS)
    await CurrentTenant.batch([{ text: PLANT, values: [id, seed, until] }])
  },

  /** The seed that is being set up; null where none is. */
  async planted(person: Person, issuer: string): Promise<ShownSeed | null> {
    const row = await factorOf(person)
    const next = row && nextOf(row)
    if (!next) return null
    return Authenticator.shown(await opened(next, person), { label: person.email, issuer })
  },

  /**
   * The first code of a planted seed: from now on it is asked for.
   *
   * @returns the recovery codes, shown here only; null for a wrong code, and where nothing is being set up
   */
  async confirm(person: Person, typed: string, by: Actor): Promise<string[] | null> {
    const row = await factorOf(person)
    const next = row && nextOf(row)
    const step = next && Authenticator.stepOf(await opened(next, person), typed)
    if (!next || step === null) return null
    return unit(async () => {
      await SecurityTrail.lock()
      const values = [person.id, next, step, clock.now()]
      const [confirmed] = await CurrentTenant.batch([{ text: CONFIRM, values }])
      if (confirmed.length === 0) return null
      await note('second_factor.set_up', person, by)
      await FactorPolicy.met(person)
      return replaceCodes(person)
    })
  },

  /** Takes a code or a recovery code, once. @returns which it was; null for a wrong, late or spent one */
  async accept(person: Person, typed: string, by: Actor): Promise<GivenBy | null> {
    const row = await factorOf(person)
    const step = row?.seed && Authenticator.stepOf(await opened(row.seed, person), typed)
    if (row && typeof step === 'number') {
      const values = [person.id, row.seed, step]
      const [spent] = await CurrentTenant.batch([{ text: SPEND, values }])
      return spent.length === 1 ? 'code' : null
    }
    return (await takeRecovery(person, typed, by)) ? 'recovery code' : null
  },

  /** New recovery codes, in place of the old. */
  async renewCodes(person: Person, by: Actor): Promise<string[]> {
    return unit(async () => {
      await note('second_factor.codes_renewed', person, by)
      return replaceCodes(person)
    })
  },

  /** In the unit that gives somebody a passkey. @returns recovery codes, shown here only; none where there are some already */
  async codesWhereNone(person: { id: string }): Promise<string[]> {
    const [[{ codesLeft }]] = await CurrentTenant.batch([SecondFactor.state(person.id)])
    return codesLeft === 0 ? replaceCodes(person) : []
  },

  /** The authenticator app. @returns false where there was none. @throws SecondFactorRequired, LastEmergencyOwner */
  async remove(person: Person, by: Actor): Promise<boolean> {
    return unit(async () => {
      await SecondFactor.lock()
      const row = await factorOf(person)
      if (row?.seed) await SecondFactor.loseOne(person)
      await CurrentTenant.batch([{ text: REMOVE, values: [person.id] }])
      if (!row?.seed) return false
      await note('second_factor.removed', person, by)
      return true
    })
  },

  /** In the unit that takes a factor away: of two at the same time, the second sees the first. */
  async lock(): Promise<void> {
    await FactorPolicy.lock()
    await SecurityTrail.lock()
  },

  /**
   * In the unit that has locked, before it takes one factor of somebody away. Recovery codes end with the last.
   *
   * @throws SecondFactorRequired, LastEmergencyOwner for the last
   */
  async loseOne({ id }: { id: string }): Promise<void> {
    const [[{ confirmedAt, passkeys }]] = await CurrentTenant.batch([SecondFactor.state(id)])
    if (passkeys + (confirmedAt ? 1 : 0) > 1) return
    if (await FactorPolicy.isRequired()) throw new SecondFactorRequired()
    await EmergencyOwners.requireAnother({ id })
    await CurrentTenant.batch([{ text: FORGET_CODES, values: [id] }])
  },

  /** In the unit that gives a row to a new person, who must not inherit the previous one's. */
  async forget({ id }: { id: string }): Promise<void> {
    await CurrentTenant.batch([
      { text: REMOVE, values: [id] },
      { text: FORGET_PASSKEYS, values: [id] },
      { text: FORGET_CODES, values: [id] },
    ])
  },

  /** In the unit that gives an account back to its owner: what was set up since a moment goes, and the recovery codes, which others may have seen. */
  async forgetSince({ id }: { id: string }, since: Date): Promise<void> {
    const values = [id, since]
    await CurrentTenant.batch([
      { text: REMOVE_SINCE, values },
      { text: FORGET_NEXT, values: [id] },
      { text: FORGET_PASSKEYS_SINCE, values },
      { text: FORGET_CODES, values: [id] },
    ])
  },

  /** Somebody has the password and not the code. The limit of attempts is this entry's limit too. */
  async refused({ id }: Person, by: Actor): Promise<void> {
    const details = { userId: id }
    await unit(() => SecurityTrail.append({ action: 'second_factor.refused', actor: by, details }))
  },
}

type Noted =
  | 'second_factor.set_up'
  | 'second_factor.removed'
  | 'second_factor.codes_renewed'
  | 'second_factor.recovery_code_used'

/** In the trail, and by mail to the person. */
async function note(action: Noted, { id }: Person, by: Actor): Promise<void> {
  await SecurityTrail.append({ action, actor: by, details: { userId: id } })
  await Notice.leave('account.changed', { what: action }, { to: id })
}

async function takeRecovery(person: Person, typed: string, by: Actor): Promise<boolean> {
  const hash = recoveryHash(person.id, typed)
  if (!hash) return false
  return unit(async () => {
    await SecurityTrail.lock()
    const [taken] = await CurrentTenant.batch([{ text: TAKE_RECOVERY, values: [person.id, hash] }])
    if (taken.length === 0) return false
    await note('second_factor.recovery_code_used', person, by)
    return true
  })
}

async function replaceCodes({ id }: { id: string }): Promise<string[]> {
  const { shown, hashes } = newRecoveryCodes(id)
  const rows = hashes.map((code) => ({ user_id: id, code_sha256: code }))
  await CurrentTenant.batch([
    { text: FORGET_CODES, values: [id] },
    insertion('recovery_codes', rows),
  ])
  return shown
}

async function factorOf({ id }: { id: string }): Promise<RowOf<'second_factors'> | undefined> {
  const [[row]] = await CurrentTenant.batch([query<RowOf<'second_factors'>>(OWN, [id])])
  return row
}

function nextOf({ next_seed: seed, next_until: until }: RowOf<'second_factors'>): Buffer | null {
  return seed && until && until > clock.now() ? seed : null
}

async function opened(sealed: Buffer, { id }: Person): Promise<Uint8Array> {
  return openEnvelope(await key(), sealed, aadOf(id))
}

function key(): Promise<KeyObject> {
  return keyRing.derive(CurrentTenant.get().tenant.id, 'user-totp', 'live')
}

function aadOf(userId: string): string {
  return `user-totp|${userId}`
}
