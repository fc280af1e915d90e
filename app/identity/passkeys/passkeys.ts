import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query, type Query } from '#app/tenancy/statement'
import Notice from '#app/tenants/notice'
import { FactorPolicy } from '../access/factor_policy.js'
import { SecondFactor } from '../second_factor/second_factor.js'
import PasskeyRefused from '../errors/passkey_refused.js'
import TooManyPasskeys from '../errors/too_many_passkeys.js'

export const MAX_PASSKEYS = 10

export type PasskeyRow = RowOf<'passkeys'>

/** What an authenticator has made, checked. */
export type MadePasskey = Pick<
  PasskeyRow,
  'credential_id' | 'host' | 'public_key' | 'counter' | 'transports' | 'is_synced'
>

interface Person {
  id: string
}

const OWN = 'select * from passkeys where user_id = $1 order by created_at, id'
const RENAME =
  'update passkeys set name = $3 where user_id = $1 and id = $2 and name <> $3 returning id'
const REMOVE = 'delete from passkeys where user_id = $1 and id = $2'

/** The passkeys of an account's people. Always in the live scope. */
export const Passkeys = {
  /** The oldest first. */
  of({ id }: Person): Query<PasskeyRow> {
    return query<PasskeyRow>(OWN, [id])
  },

  async list(person: Person): Promise<PasskeyRow[]> {
    const [rows] = await CurrentTenant.batch([Passkeys.of(person)])
    return rows
  },

  /**
   * The first factor of a person comes with recovery codes.
   *
   * @returns these, shown here only; none where there are some already
   * @throws TooManyPasskeys; PasskeyRefused for one that somebody has already
   */
  async add(person: Person, made: MadePasskey, name: string, by: Actor): Promise<string[]> {
    return unit(async () => {
      // of two that come at once, the second sees the first
      await SecurityTrail.lock()
      const [own, known] = await CurrentTenant.batch([
        Passkeys.of(person),
        query<RowOf<'passkeys', 'id'>>('select id from passkeys where credential_id = $1', [
          made.credential_id,
        ]),
      ])
      if (known.length > 0) throw new PasskeyRefused('known')
      if (own.length >= MAX_PASSKEYS) throw new TooManyPasskeys(MAX_PASSKEYS)
      const row = { id: newId('psk'), user_id: person.id, ...made, name, created_at: clock.now() }
      const { host } = made
      await note('passkey.added', person, by, { passkeyId: row.id, host })
      await CurrentTenant.batch([insertion('passkeys', [row])])
      await FactorPolicy.met(person)
      return SecondFactor.codesWhereNone(person)
    })
  },

  /** @returns false where it is another's, gone, or called that already */
  async rename(person: Person, id: string, name: string, by: Actor): Promise<boolean> {
    return unit(async () => {
      await SecurityTrail.lock()
      const [renamed] = await CurrentTenant.batch([{ text: RENAME, values: [person.id, id, name] }])
      if (renamed.length === 0) return false
      const details = { userId: person.id, passkeyId: id }
      await SecurityTrail.append({ action: 'passkey.renamed', actor: by, details })
      return true
    })
  },

  /** @returns false where it is another's, or gone. @throws SecondFactorRequired, LastEmergencyOwner for the last factor of somebody who needs one */
  async remove(person: Person, id: string, by: Actor): Promise<boolean> {
    return unit(async () => {
      await SecondFactor.lock()
      const removed = (await Passkeys.list(person)).find((one) => one.id === id)
      if (!removed) return false
      await SecondFactor.loseOne(person)
      await CurrentTenant.batch([{ text: REMOVE, values: [person.id, id] }])
      await note('passkey.removed', person, by, { passkeyId: id, host: removed.host })
      return true
    })
  },
}

/** In the trail, and by mail to the person. */
async function note(
  action: 'passkey.added' | 'passkey.removed',
  { id }: Person,
  by: Actor,
  details: { passkeyId: string; host: string }
): Promise<void> {
  await SecurityTrail.append({ action, actor: by, details: { userId: id, ...details } })
  await Notice.leave('account.changed', { what: action }, { to: id })
}
