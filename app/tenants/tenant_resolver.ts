import { LRUCache } from 'lru-cache'
import Tenant from './tenant.js'
import Domain, { type Purpose } from './domain.js'
import { platformDomain } from './public_address.js'

/** A tenant as a request or a job meets it: no row, so that nothing can be saved through it. */
export interface KnownTenant {
  readonly id: string
  readonly cell: string
  readonly slug: string
  readonly name: string
  readonly keyPrefix: string
  readonly isSuspended: boolean
  /** Suspended, and what was sent stands still as well. */
  readonly isFrozen: boolean
  readonly hasSandbox: boolean
}

interface Answer {
  tenant: KnownTenant | null
  purposes: readonly Purpose[]
}

/** A change on another machine is told at once by `forget`; this is how long it takes if the message is lost. */
const MAX_AGE_MS = 10_000

/** Unknown hosts are remembered as well: a flood of made-up names must not become a flood of queries. */
const MAX_ANSWERS = 5_000

const ALL_PURPOSES: readonly Purpose[] = ['app', 'signing', 'api']
const NOBODY: Answer = { tenant: null, purposes: [] }

/** Who is meant: by exact host, by the routing part of a key, by id. Answers are cached; an unknown name is `null`. */
export class TenantResolver {
  #answers = new LRUCache<string, Answer>({ max: MAX_ANSWERS, ttl: MAX_AGE_MS })
  #pending = new Map<string, Promise<Answer>>()

  async byHost(host: string, purpose: Purpose): Promise<KnownTenant | null> {
    const { tenant, purposes } = await this.#ask(`host:${host}`, () => findByHost(host))
    return purposes.includes(purpose) ? tenant : null
  }

  async byKeyPrefix(prefix: string): Promise<KnownTenant | null> {
    return (await this.#ask(`key:${prefix}`, () => findBy('key_prefix', prefix))).tenant
  }

  async byId(id: string): Promise<KnownTenant | null> {
    return (await this.#ask(`id:${id}`, () => findBy('id', id))).tenant
  }

  /** After a change of tenants or domains: answers are asked anew. */
  forget(): void {
    this.#answers.clear()
  }

  /** One question at a time for each name, however many requests wait for it. */
  async #ask(name: string, find: () => Promise<Answer>): Promise<Answer> {
    return this.#answers.get(name) ?? this.#pending.get(name) ?? this.#remember(name, find)
  }

  #remember(name: string, find: () => Promise<Answer>): Promise<Answer> {
    const asked = find()
      .then((answer) => {
        this.#answers.set(name, answer)
        return answer
      })
      .finally(() => this.#pending.delete(name))
    this.#pending.set(name, asked)
    return asked
  }
}

async function findByHost(host: string): Promise<Answer> {
  const suffix = `.${platformDomain}`
  if (host.endsWith(suffix)) return findBy('slug', host.slice(0, -suffix.length))
  const domain = await Domain.query().where({ host, status: 'active' }).first()
  if (!domain) return NOBODY
  const { tenant } = await findBy('id', domain.tenantId)
  return { tenant, purposes: domain.purposes }
}

async function findBy(column: 'slug' | 'id' | 'key_prefix', value: string): Promise<Answer> {
  const tenant = await Tenant.query().where(column, value).first()
  return tenant?.isReachable ? { tenant: known(tenant), purposes: ALL_PURPOSES } : NOBODY
}

function known(tenant: Tenant): KnownTenant {
  const { id, cell, slug, name, keyPrefix, hasSandbox, isFrozen } = tenant
  const isSuspended = tenant.status === 'suspended'
  return { id, cell, slug, name, keyPrefix, hasSandbox, isSuspended, isFrozen }
}

export const tenantResolver = new TenantResolver()
