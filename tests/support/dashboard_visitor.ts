import { FormData } from 'undici'
import { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import { newId } from '#app/foundation/identifier'
import { PasswordHash } from '#app/identity/passwords/password_hash'
import { openSession } from '#app/identity/sessions/session_opening'
import type { Role } from '#app/identity/access/role'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ask, hostOfTenant, type Answer, type Ask } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'

export const PASSWORD = 'a long and quiet night'

type Values = Record<string, string | string[]>

/** A person with a browser at a tenant's host: it keeps cookies and says, as browsers do, where a request comes from. */
export class Visitor {
  cookies = new Map<string, string>()

  constructor(
    readonly tenant: Tenant,
    readonly user: User | null = null,
    readonly host: string = hostOfTenant(tenant)
  ) {}

  /** Somebody of this role who has logged in. */
  static async as(tenant: Tenant, role: Role = 'owner'): Promise<Visitor> {
    const user = role === 'owner' ? await ownerOf(tenant) : await makeUser(tenant, role)
    const visitor = new Visitor(tenant, user)
    const { token } = await inLive(tenant, () => openSession(user))
    visitor.cookies.set('session', token.release())
    return visitor
  }

  /** The same browser, as it were, at another tenant's host. */
  at(tenant: Tenant): Visitor {
    const visitor = new Visitor(tenant, this.user)
    visitor.cookies = new Map(this.cookies)
    return visitor
  }

  async ask(order: Ask): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const own = { 'host': this.host, ...(cookie && { cookie }), 'user-agent': 'Tests/1.0' }
    const answer = await ask({ ...order, headers: { ...own, ...order.headers } })
    this.#keep([answer.headers['set-cookie'] ?? []].flat())
    return answer
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask({ path, headers })
  }

  /** A form of our own page is sent. */
  post(path: string, values: Values = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const form = new URLSearchParams(
      Object.entries(values).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one])
      )
    )
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return this.#send(path, form.toString(), { ...type, ...headers })
  }

  upload(path: string, form: FormData): Promise<Answer> {
    return this.#send(path, form, {})
  }

  /** Follows where a form has led. */
  async followed(answer: Answer): Promise<Answer> {
    return this.get(String(answer.headers.location))
  }

  #send(path: string, body: string | FormData, headers: Record<string, string>): Promise<Answer> {
    const origin = { 'sec-fetch-site': 'same-origin' }
    return this.ask({ method: 'POST', path, body, headers: { ...origin, ...headers } })
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair, ...attributes] = line.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      const isGone = attributes.some((one) => /max-age=(0|-\d+)$/i.test(one.trim()))
      if (isGone) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(pair.indexOf('=') + 1))
    }
  }
}

export function inLive<T>(tenant: Tenant, work: () => T): T {
  return CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
}

export function ownerOf(tenant: Tenant): Promise<User> {
  return inLive(tenant, () => User.query().where('role', 'owner').firstOrFail())
}

export async function makeUser(tenant: Tenant, role: Role): Promise<User> {
  const id = newId('usr')
  const now = clock.now()
  const email = `${id}@${tenant.slug}.test`
  return inLive(tenant, () =>
    User.create({ id, email, name: `Some ${role}`, role, createdAt: now, updatedAt: now })
  )
}

let hashed: Promise<string> | undefined

/** Gives a user the password of these tests, hashed once. */
export async function withPassword(tenant: Tenant, user: User): Promise<User> {
  hashed ??= PasswordHash.make(new Secret(PASSWORD))
  const passwordHash = await hashed
  await inLive(tenant, () => user.merge({ passwordHash }).save())
  return user
}

let pdf: Promise<Uint8Array> | undefined

/** The form of a new document, filled in. */
export async function newDocument(
  values: Record<string, string> = {},
  file?: Uint8Array | null
): Promise<FormData> {
  pdf ??= makePdf()
  const form = new FormData()
  const filled = {
    'title': 'Contract of sale',
    'signers[0][name]': 'Ana Buyer',
    'signers[0][email]': 'ana@example.test',
    'signers[1][name]': 'Ben Seller',
    'signers[1][email]': 'ben@example.test',
    'send': 'yes',
    ...values,
  }
  const bytes = file === undefined ? await pdf : file
  if (bytes)
    form.set('file', new Blob([Buffer.from(bytes)], { type: 'application/pdf' }), 'contract.pdf')
  for (const [name, value] of Object.entries(filled)) form.set(name, value)
  return form
}
