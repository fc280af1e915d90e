import { randomUUID } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { clock } from '#app/foundation/clock'
import { Cell } from '#app/tenancy/cell'
import { keyRing } from '#app/tenancy/keys'
import { removeFromCell } from './remains.js'
import { StoredFiles } from './stored_files.js'

/** What the platform notes of an import while it lasts, so that whatever a dead one has left can be found. */
export class ImportAttempt {
  constructor(readonly tenantId: string) {}

  async isLeft(): Promise<boolean> {
    return (await this.#find()) !== null
  }

  /** What an earlier attempt left: nothing points to it. */
  async clear(): Promise<void> {
    const left = await this.#find()
    if (!left) return
    await removeFromCell(Cell.named(left.cell), this.tenantId)
    await new StoredFiles(this.tenantId).removeAll({ mayBeNew: true })
    await keyRing.eraseRoot(this.tenantId)
    await this.#rows().delete()
  }

  async begin(cell: Cell, slug: string): Promise<void> {
    await db.connection('platform').table('imports').insert({
      tenant_id: this.tenantId,
      cell: cell.name,
      slug,
      attempt: randomUUID(),
      started_at: clock.now(),
    })
  }

  /** In the transaction that makes the tenant known. */
  async end(trx: TransactionClientContract): Promise<void> {
    await trx.from('imports').where('tenant_id', this.tenantId).delete()
  }

  #rows() {
    return db.connection('platform').from('imports').where('tenant_id', this.tenantId)
  }

  /** Waits for a transaction that may be about to end it: one whose connection broke can still be stored. */
  #find(): Promise<{ cell: string } | null> {
    return this.#rows().forUpdate().first()
  }
}
