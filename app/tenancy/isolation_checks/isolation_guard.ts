import type pg from 'pg'
import { StartRefused } from '#app/foundation/processes/start_refused'
import type { Cell } from '../cell.js'
import { guardConnection } from '../connections/connection_guard.js'
import { assertSupported } from '../server_version.js'
import { ISOLATION_CHECKS } from './isolation_checks.js'

/** A check that failed, and what one injected statement could therefore do. */
export interface Breach {
  check: string
  reason: string
}

type Guard = typeof guardConnection

/** Checks PostgreSQL's part of tenant isolation. */
export class IsolationGuard {
  constructor(
    private cell: Cell,
    private guard: Guard = guardConnection
  ) {}

  async breaches(): Promise<Breach[]> {
    const client = this.cell.client('app')
    await client.connect()
    try {
      await assertSupported(client, this.cell.name)
      return [...(await this.#failedChecks(client)), ...(await guardBreaches(client, this.guard))]
    } finally {
      await client.end()
    }
  }

  /** @throws StartRefused when a check fails that the operator has not accepted in writing */
  async assertClosed(accepted: readonly string[] = []): Promise<void> {
    const open = (await this.breaches()).filter(({ check }) => !accepted.includes(check))
    if (open.length === 0) return
    const list = open.map(({ check, reason }) => `${check} (${reason})`).join('; ')
    throw new StartRefused(
      `Tenant isolation in the cell ${this.cell.name} is open: ${list}. Run npm run ace -- cell:prepare as an administrator.`
    )
  }

  async #failedChecks(client: pg.Client): Promise<Breach[]> {
    const found: Breach[] = []
    for (const { name, sql, reason } of ISOLATION_CHECKS) {
      const { rowCount } = await client.query(sql, [this.cell.roles.app, this.cell.roles.tenant])
      if (rowCount) found.push({ check: name, reason })
    }
    return found
  }
}

/** The guard is ours, not PostgreSQL's: it is asked to carry what it must refuse. */
async function guardBreaches(client: pg.Client, guard: Guard): Promise<Breach[]> {
  guard(client, () => {})
  const breaches: Breach[] = []
  if ((await isCarried(client, 'reset role')) || (await isCarried(client, 'COMMIT')))
    breaches.push({ check: 'guard', reason: 'statements other than data statements are sent' })
  if (await isCarried(client, 'select 1; select 2'))
    breaches.push({ check: 'protocol', reason: 'several statements are sent in one message' })
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
