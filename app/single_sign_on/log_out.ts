import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import { sha256Hex } from '#app/foundation/opaque_token'
import type Session from '#app/identity/sessions/session'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { insertion } from '#app/tenancy/statement'
import { Attempts } from './attempt.js'
import { gate } from './gate/gate.js'
import { must, Rejection } from './gate/rejection.js'
import { logOutRequest, logOutResponse, type Outgoing } from './our_messages.js'
import type Connection from './connection.js'
import type { Refused } from './log_in.js'
import type { LogoutInput, LogoutMessage } from './gate/logout.js'

const ANSWER_WITHIN_MS = 10 * MINUTE_MS

const USE =
  'insert into sso_used (digest, expires_at) values ($1, $2) on conflict do nothing returning digest'
const TAKE = `delete from sso_requests where id = $1 and purpose = 'log_out' and expires_at > $2 returning id`
/** All of that name where the provider names no session. */
const CLOSE = `delete from sessions where provider = $1 and name_id = $2
  and (cardinality($3::text[]) = 0 or session_index is null or session_index = any ($3::text[]))`

/** Log-out of both sides (the Single Logout profile). Ours ends first, whatever becomes of the other. Always in the live scope. */
export const LogOut = {
  /** @param session  the session that just ended here. @returns the request that the browser takes to the provider; null if the provider wants none */
  async request(connection: Connection, { by }: Session): Promise<Outgoing | null> {
    if (by?.provider !== connection.provider) return null
    const message = await logOutRequest(connection, by)
    if (message) await remember(message.id)
    return message
  },

  /** @returns the response that the browser takes to the provider; null if the browser stays here */
  async receive(
    connection: Connection,
    input: LogoutInput
  ): Promise<Refused | { message: Outgoing | null }> {
    const { passed, fault, result } = await gate.logout(input, await connection.gateSettings())
    const purpose = 'log_out'
    try {
      if (!result) throw new Rejection(fault!.check, fault!.code, fault)
      if (result.kind === 'LogoutResponse') await answered(result)
      else await closeAll(connection, result)
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      return {
        id: await Attempts.note({ purpose, passed, fault: error.fault }),
        fault: error.fault,
      }
    }
    if (result.kind === 'LogoutResponse') return { message: null }
    await Attempts.note({ purpose, passed, nameId: result.nameId })
    return { message: await logOutResponse(connection, result) }
  },
}

async function remember(id: string): Promise<void> {
  const now = clock.now()
  const row = {
    ...{ id, purpose: 'log_out', browser_sha256: sha256Hex(id), next: null },
    expires_at: new Date(now.getTime() + ANSWER_WITHIN_MS),
  }
  await CurrentTenant.batch([insertion('sso_requests', [row])])
}

/** Our session ended before we asked: an answer only has to be one to what we asked. */
async function answered({ inResponseTo }: LogoutMessage): Promise<void> {
  const [taken] = await CurrentTenant.batch([{ text: TAKE, values: [inResponseTo, clock.now()] }])
  must(taken.length === 1, 'in_response_to', 'E_IN_RESPONSE_TO')
}

async function closeAll({ provider }: Connection, message: LogoutMessage): Promise<void> {
  const { id, nameId, sessionIndexes, expiresAt } = message
  await unit(async () => {
    const digest = sha256Hex(`${provider}\n${id}`)
    const [used] = await CurrentTenant.batch([
      { text: USE, values: [digest, new Date(expiresAt)] },
      { text: CLOSE, values: [provider, nameId, sessionIndexes] },
    ])
    must(used.length === 1, 'replay', 'E_REPLAY')
  })
}
