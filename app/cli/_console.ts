import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/audit/actor'
import type { PlatformAction } from '#app/audit/audit_action'
import { PlatformTrail } from '#app/audit/platform_trail'

/** Anybody who can run commands here. */
export const CONSOLE: Actor = {
  type: 'operator',
  id: 'console',
  name: 'Operator of the platform',
}

/**
 * What was decided at the command line stands in the operators' trail, like what is decided at the console.
 *
 * @param trx  the transaction of the change, where it is one of the platform's
 */
export async function noteAtConsole(
  action: PlatformAction,
  details: Record<string, unknown>,
  personal: Record<string, string | undefined> = {},
  trx?: TransactionClientContract
): Promise<void> {
  const there = { ...details, on: 'command line' }
  await PlatformTrail.append({ action, actor: CONSOLE, details: there, personal }, trx)
}
