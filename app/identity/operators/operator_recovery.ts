import db from '@adonisjs/lucid/services/db'
import { randomBase62, sha256Hex } from '#app/foundation/opaque_token'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import type Operator from './operator.js'

const COUNT = 8
const HALF = 5
const SHAPE = /^[0-9A-Za-z]{10}$/

/** Codes for the day on which the telephone is lost. Each opens once. */
export const OperatorRecovery = {
  /** New ones, in place of the old. They are shown here only. */
  async issue({ id }: Operator): Promise<string[]> {
    const codes = Array.from({ length: COUNT }, () => randomBase62(HALF * 2))
    const rows = codes.map((code) => ({ operator_id: id, code_sha256: hashOf(id, code) }))
    await platformTransaction(async (trx) => {
      await trx.from('operator_recovery_codes').where({ operator_id: id }).delete()
      await trx.table('operator_recovery_codes').multiInsert(rows)
    })
    return codes.map((code) => `${code.slice(0, HALF)}-${code.slice(HALF)}`)
  },

  /** Takes one, once. */
  async accept({ id }: Operator, typed: string): Promise<boolean> {
    const code = typed.replace(/[\s-]/g, '')
    if (!SHAPE.test(code)) return false
    const row = { operator_id: id, code_sha256: hashOf(id, code) }
    const taken = await db
      .connection('platform')
      .from('operator_recovery_codes')
      .where(row)
      .delete()
    return Number(taken) === 1
  },
}

function hashOf(operatorId: string, code: string): string {
  return sha256Hex(`${operatorId}|${code}`)
}
