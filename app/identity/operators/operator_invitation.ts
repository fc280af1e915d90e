import db from '@adonisjs/lucid/services/db'
import { Secret } from '@adonisjs/core/helpers'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DAY_MS } from '#app/foundation/duration'
import { clock } from '#app/foundation/clock'
import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { PasswordHash } from '../passwords/password_hash.js'
import Operator from './operator.js'
import { OperatorCode } from './operator_code.js'

const LIFE_MS = DAY_MS

/** A link with which an operator sets a password, once; also for one who has forgotten it or lost the second proof. */
export const OperatorInvitation = {
  /** @returns the path of the link; an older one leads nowhere from now on */
  async issue(operator: Operator, client?: TransactionClientContract): Promise<Secret<string>> {
    if (!client) return platformTransaction((own) => this.issue(operator, own))
    const { id } = operator
    const token = randomToken()
    const expiresAt = new Date(clock.now().getTime() + LIFE_MS)
    await client.from('operator_invitations').where({ operator_id: id }).delete()
    const row = { token_sha256: sha256Hex(token), operator_id: id, expires_at: expiresAt }
    await client.table('operator_invitations').insert(row)
    return new Secret(`/welcome/${token}`)
  },

  /** Whose it is; null for an unknown, used or late one. */
  async find(token: string): Promise<Operator | null> {
    const row = await db
      .connection('platform')
      .from('operator_invitations')
      .where('token_sha256', sha256Hex(token))
      .where('expires_at', '>', clock.now())
      .first()
    const operator = row && (await Operator.find(row.operator_id))
    return operator && !operator.isDisabled ? operator : null
  },

  /** Uses it up: a new password and a new seed, and every browser that was logged in is so no longer, here and at tenants. */
  async accept(token: string, password: Secret<string>): Promise<Operator | null> {
    const found = await this.find(token)
    if (!found) return null
    const passwordHash = await PasswordHash.make(password) // before the transaction: it takes its time
    return platformTransaction(async (trx) => {
      // before the invitation, as who disables somebody does
      const operator = await Operator.query({ client: trx })
        .where('id', found.id)
        .forUpdate()
        .first()
      const own = trx.from('operator_invitations').where('token_sha256', sha256Hex(token))
      if (!operator || Number(await own.delete()) !== 1) return null
      await operator.merge({ passwordHash, updatedAt: clock.now() }).save()
      await OperatorCode.plant(operator)
      await operator.shutOut(trx)
      return operator
    })
  },
}
