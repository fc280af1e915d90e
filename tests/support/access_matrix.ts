import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { clock } from '#app/foundation/clock'
import type { Environment } from '#app/foundation/environment'
import { SecurityTrail } from '#app/audit/security_trail'
import ApiKey from '#app/identity/keys/api_key'
import type { Role } from '#app/identity/access/role'
import type { Scope } from '#app/identity/access/scope'
import { openSession } from '#app/identity/sessions/session_opening'
import type Tenant from '#app/tenants/tenant'
import type { Answer } from '#tests/factories/api_client'
import { inLive, makeUser, Visitor } from './dashboard_visitor.js'

/** A table of docs/decisions/access.md, from its head on, as long as the one that was found. */
export function writtenTable(head: readonly string[], length: number): string[] {
  const written = readFileSync(app.makePath('docs/decisions/access.md'), 'utf8').split('\n')
  const from = Math.max(0, written.indexOf(head[0]))
  return written.slice(from, from + length)
}

/** Somebody new of this role, who has just logged in: what they do to themselves is no concern of the next. */
export async function newcomer(tenant: Tenant, role: Role): Promise<Visitor> {
  const user = await inLive(tenant, async () => {
    const made = await makeUser(tenant, role)
    return made.merge({ lastSeenAt: clock.now() }).save()
  })
  const visitor = new Visitor(tenant, user)
  const { token } = await inLive(tenant, () => openSession(user))
  visitor.cookies.set('session', token.release())
  return visitor
}

/** A cell of a table, of what was done and of what everything else was answered with. */
export class Cell {
  #done = new Set<string>()
  #refusals: number[] = []

  add(act: string, isDone: boolean, status: number): void {
    if (isDone) this.#done.add(act)
    else this.#refusals.push(status)
  }

  /** Where something is open, a page may say why something else was not done. What cannot be looked at is either not there or refused, whatever is asked. */
  get text(): string {
    if (this.#done.size > 0) return [...this.#done].join(', ')
    const [looking, ...others] = this.#refusals
    const isPlain = others.every((status) => status === looking || status === 403)
    return (
      (isPlain && { 404: 'does not exist', 403: 'refused' }[looking]) ||
      `answered ${this.#refusals.join()}`
    )
  }
}

/** What a form did is what the security trail says that it did. */
export async function did(
  tenant: Tenant,
  action: string,
  send: () => Promise<Answer>
): Promise<{ isDone: boolean; status: number }> {
  const count = () =>
    inLive(tenant, async () => {
      const entries = await SecurityTrail.read({ limit: 200 })
      return entries.filter((one) => one.action === action).map(({ sequence }) => sequence)
    })
  const before = await count()
  const { status } = await send()
  const after = await count()
  return { isDone: after[0] !== before[0], status }
}

export function newKey(
  tenant: Tenant,
  { id, name }: { id: string; name: string },
  { environment, scope }: { environment: Environment; scope: Scope }
): Promise<ApiKey> {
  const wanted = { environment, name: `To ${scope}`, scopes: [scope], createdBy: { id, name } }
  return inLive(tenant, async () => (await ApiKey.issue(wanted)).key)
}
