import logger from '@adonisjs/core/services/logger'
import { DAY_MS } from '#app/foundation/duration'
import { clock } from '#app/foundation/clock'
import type { Environment } from '#app/foundation/environment'
import { CurrentTenant, type Scope } from '#app/tenancy/current_tenant'
import type { TenantRef } from '#app/tenancy/tenant_ref'

/** A request as its key's owner finds it again; no body, no query. */
export interface LoggedRequest {
  id: string
  keyId: string
  method: string
  path: string
  status: number
  durationMs: number
  errorCode: string | null
  ipAddress: string
  at: Date
}

interface Bundle {
  tenant: TenantRef
  environment: Environment
  requests: LoggedRequest[]
}

const EVERY_MS = 1_000
const MOST_WAITING = 10_000
const KEPT_MS = 30 * DAY_MS

const WRITE = `
  insert into api_requests (id, key_id, method, path, status, duration_ms, error_code, ip_address, at)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::text[], $8::text[], $9::timestamptz[])
  on conflict do nothing`

/** A few more than come, so that what is too old goes without anybody sweeping. */
const FORGET = `
  delete from api_requests where id in (
    select id from api_requests where at < $1 order by at limit $2 for update skip locked)`

let bundles = new Map<string, Bundle>()
let waiting = 0
let timer: NodeJS.Timeout | undefined
let writing: Promise<void> = Promise.resolve()

/** Who asked for what, for thirty days. It is written once a second: a request does not wait for its own log. */
export const RequestLog = {
  /** What PostgreSQL cannot keep in a path is replaced: it would take the log of others with it. */
  note({ tenant, environment }: Scope, request: LoggedRequest): void {
    if (waiting >= MOST_WAITING) return
    const name = `${tenant.id}/${environment}`
    const bundle = bundles.get(name) ?? { tenant, environment, requests: [] }
    bundles.set(name, bundle)
    bundle.requests.push({ ...request, path: request.path.replaceAll('\0', '\uFFFD') })
    waiting += 1
    timer ??= setTimeout(() => void RequestLog.write(), EVERY_MS).unref()
  },

  /** What has been noted so far, and what is being written already. A log that cannot be written is no reason to stop anything. */
  async write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const written = [...bundles.values()]
    bundles = new Map()
    waiting = 0
    writing = Promise.all([writing, writeAll(written)]).then(() => {})
    await writing
  },
}

async function writeAll(written: readonly Bundle[]): Promise<void> {
  for (const bundle of written) {
    try {
      await writeBundle(bundle)
    } catch (error) {
      logger.warn({ message: String(error) }, 'requests of the API could not be logged')
    }
  }
}

function writeBundle({ tenant, environment, requests }: Bundle): Promise<unknown> {
  const of = <K extends keyof LoggedRequest>(name: K) => requests.map((request) => request[name])
  const values = [
    ...[of('id'), of('keyId'), of('method'), of('path'), of('status'), of('durationMs')],
    ...[of('errorCode'), of('ipAddress'), of('at')],
  ]
  const tooOld = new Date(clock.now().getTime() - KEPT_MS)
  return CurrentTenant.run({ tenant, environment, isRepeatable: true }, () =>
    CurrentTenant.batch([
      { text: WRITE, values },
      { text: FORGET, values: [tooOld, 2 * requests.length] },
    ])
  )
}
