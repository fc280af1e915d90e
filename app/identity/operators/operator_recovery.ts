import db from '@adonisjs/lucid/services/db'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { newRecoveryCodes, recoveryHash } from '../second_factor/recovery_codes.js'
import type Operator from './operator.js'

/** An operator's codes for the day on which the telephone is lost. Each opens once. */
export const OperatorRecovery = {
  /** New ones, in place of the old. They are shown here only. */
  async issue({ id }: Operator): Promise<string[]> {
    const { shown, hashes } = newRecoveryCodes(id)
    const rows = hashes.map((hash) => ({ operator_id: id, code_sha256: hash }))
    await platformTransaction(async (trx) => {
      await trx.from('operator_recovery_codes').where({ operator_id: id }).delete()
      await trx.table('operator_recovery_codes').multiInsert(rows)
    })
    return shown
  },

  /** Takes one, once. */
  async accept({ id }: Operator, typed: string): Promise<boolean> {
    const hash = recoveryHash(id, typed)
    if (!hash) return false
    const row = { operator_id: id, code_sha256: hash }
    const taken = await db
      .connection('platform')
      .from('operator_recovery_codes')
      .where(row)
      .delete()
    return Number(taken) === 1
  },
}
