import type pg from 'pg'
import type { Cell } from '../cell.js'
import { guardConnection } from '../connections/connection_guard.js'
import { BRICKS } from './wall_bricks.js'

/** A brick of the wall that is missing: what one injected statement could do without it. */
export interface Breach {
  brick: string
  reason: string
}

type Guard = typeof guardConnection

/** PostgreSQL's part of the isolation of tenants, looked at brick by brick. */
export class Wall {
  constructor(
    private cell: Cell,
    private guard: Guard = guardConnection
  ) {}

  async breaches(): Promise<Breach[]> {
    const client = this.cell.client('app')
    await client.connect()
    try {
      return [...(await this.#missingBricks(client)), ...(await guardBreaches(client, this.guard))]
    } finally {
      await client.end()
    }
  }

  /** @throws when a brick is missing that the operator has not accepted in writing */
  async assertWhole(accepted: readonly string[] = []): Promise<void> {
    const open = (await this.breaches()).filter(({ brick }) => !accepted.includes(brick))
    if (open.length === 0) return
    const list = open.map(({ brick, reason }) => `${brick} (${reason})`).join('; ')
    throw new Error(
      `The wall of the cell ${this.cell.name} is open: ${list}. Run npm run ace -- cell:prepare as an administrator.`
    )
  }

  async #missingBricks(client: pg.Client): Promise<Breach[]> {
    const found: Breach[] = []
    for (const { name, sql, reason } of BRICKS) {
      const { rowCount } = await client.query(sql, [this.cell.roles.app, this.cell.roles.tenant])
      if (rowCount) found.push({ brick: name, reason })
    }
    return found
  }
}

/** The guard is ours, not PostgreSQL's: it is asked to carry what it must refuse. */
async function guardBreaches(client: pg.Client, guard: Guard): Promise<Breach[]> {
  guard(client, () => {})
  const breaches: Breach[] = []
  if ((await isCarried(client, 'reset role')) || (await isCarried(client, 'COMMIT')))
    breaches.push({ brick: 'guard', reason: 'statements other than data statements are sent' })
  if (await isCarried(client, 'select 1; select 2'))
    breaches.push({ brick: 'protocol', reason: 'several statements are sent in one message' })
  return breaches
}

async function isCarried(client: pg.Client, text: string): Promise<boolean> {
  try {
    await client.query(text)
    return true
  } catch {
    return false
  }
}
