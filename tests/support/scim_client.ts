import DirectoryToken from '#app/directory/directory_token'
import type Tenant from '#app/tenants/tenant'
import { ask, hostOfTenant, type Answer } from '#tests/factories/api_client'
import { inLive, ownerOf } from './dashboard_visitor.js'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export type Json = Record<string, any>

/** An identity provider that provisions by SCIM. */
export class ScimClient {
  /** Of another process than the server under test. */
  origin: string | undefined

  constructor(
    readonly tenant: Tenant,
    readonly token: string | null,
    readonly host: string = hostOfTenant(tenant)
  ) {}

  static async of(tenant: Tenant, name = 'Okta'): Promise<ScimClient> {
    return new ScimClient(tenant, await issuedToken(tenant, name))
  }

  /** The same token at another tenant's host. */
  at(tenant: Tenant): ScimClient {
    return new ScimClient(tenant, this.token)
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {}
  ): Promise<{ status: number; body: Json; answer: Answer }> {
    const answer = await ask({
      ...{ method, path: `/scim/v2${path}` },
      ...(this.origin && { origin: this.origin }),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: {
        host: this.host,
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return { status: answer.status, body: isJson ? JSON.parse(answer.text) : {}, answer }
  }

  get(path: string, headers?: Record<string, string>) {
    return this.send('GET', path, undefined, headers)
  }

  post(path: string, body: unknown) {
    return this.send('POST', path, body)
  }

  patch(path: string, ...operations: Json[]) {
    return this.send('PATCH', path, { schemas: [PATCH], Operations: operations })
  }

  find(filter: string, resource = 'Users') {
    return this.get(`/${resource}?${new URLSearchParams({ filter })}`)
  }

  /** Somebody new. */
  async make(userName: string, more: Json = {}): Promise<Json> {
    const { status, body } = await this.post('/Users', {
      ...{ schemas: [USER], userName, active: true },
      emails: [{ value: userName, type: 'work', primary: true }],
      ...more,
    })
    if (status !== 201) throw new Error(`SCIM answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
}

export async function issuedToken(tenant: Tenant, name = 'Okta'): Promise<string> {
  const { id, name: ownerName } = await ownerOf(tenant)
  const token = await inLive(tenant, () =>
    DirectoryToken.issue(name, { type: 'user', id, name: ownerName })
  )
  return token.release()
}
