import type { Readable } from 'node:stream'
import { Agent, request, type Dispatcher, type FormData } from 'undici'
import env from '#start/env'
import type { Environment } from '#app/foundation/environment'
import ApiKey from '#app/identity/keys/api_key'
import type { Scope } from '#app/identity/access/scope'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { assertDocumented, describedPath, type Flown } from '#tests/support/contract'
import { ValidationProxy } from '#tests/support/validation_proxy'

/** A host does not resolve here, and need not: the connection goes to the server under test, the name travels in Host. */
const ORIGIN = `http://${env.get('HOST')}:${env.get('PORT')}`
/** Kept for less long than the server keeps them, whatever it says: it must not close one that is just being written to. */
const agent = new Agent({ keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 })

export interface Answer extends Flown {
  text: string
  // what a stranger would see: the tests say what they expect of it
  body: Record<string, unknown> & { error?: Record<string, unknown> }
}

export interface Ask {
  /** Another process than the server under test. */
  origin?: string
  method?: Dispatcher.HttpMethod
  path: string
  headers?: Record<string, string>
  body?: string | Buffer | FormData | Readable
  json?: unknown
  /** Closes the connection. */
  signal?: AbortSignal
}

/** One request over the wire. Whatever the API answers must be as its own description says. */
export async function ask({
  origin = ORIGIN,
  method = 'GET',
  path,
  headers = {},
  body,
  json,
  signal,
}: Ask): Promise<Answer> {
  const sent = json === undefined ? body : JSON.stringify(json)
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  const fly = async (): Promise<Flown> => {
    const answer = await request(origin + path, {
      method,
      headers: { ...type, ...headers },
      body: sent,
      dispatcher: agent,
      signal,
    })
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    return { status: answer.statusCode, headers: answer.headers, bytes }
  }
  const proxy = origin === ORIGIN ? ValidationProxy.between : undefined
  const described = proxy?.isFree && describedPath(method, path)
  const flown = await (proxy && described ? proxy.pass(method, described, fly) : fly())
  const isJson = /json\b/.test(String(flown.headers['content-type']))
  const text = flown.bytes.toString()
  const received = { ...flown, text, body: isJson && text ? JSON.parse(text) : {} }
  assertDocumented(method, path, received)
  return received
}

export function hostOfTenant(tenant: Tenant): string {
  return `${tenant.slug}.${env.get('PLATFORM_DOMAIN')}`
}

/** Somebody who holds a key of a tenant and calls at the tenant's host. */
export class ApiClient {
  constructor(
    readonly tenant: Tenant,
    readonly secret: string,
    readonly keyId: string,
    readonly host: string = hostOfTenant(tenant)
  ) {}

  static async of(
    tenant: Tenant,
    environment: Environment,
    more: { scopes?: Scope[]; expiresAt?: Date } = {}
  ): Promise<ApiClient> {
    return CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
      const createdBy = await User.query().where('role', 'owner').firstOrFail()
      const { key, secret } = await ApiKey.issue({ environment, name: 'Test', createdBy, ...more })
      return new ApiClient(tenant, secret.release(), key.id)
    })
  }

  at(host: string): ApiClient {
    return new ApiClient(this.tenant, this.secret, this.keyId, host)
  }

  ask(order: Ask): Promise<Answer> {
    const own = { host: this.host, authorization: `Bearer ${this.secret}` }
    return ask({ ...order, headers: { ...own, ...order.headers } })
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask({ path, headers })
  }

  post(path: string, json: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask({ method: 'POST', path, json, headers })
  }

  delete(path: string): Promise<Answer> {
    return this.ask({ method: 'DELETE', path })
  }
}
