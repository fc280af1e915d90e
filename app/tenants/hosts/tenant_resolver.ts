import { LRUCache } from 'lru-cache'
import Tenant from '../tenant.js'
import Domain, { SERVED, type Purpose } from '../domains/domain.js'
import { slugIn } from './public_address.js'
import { findHostLeft } from '../domains/host_left.js'
import { publishInvalidation } from './cache_invalidation.js'
import { hostsOf } from './tenant_hosts.js'

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
  /** Of a host that is suspended, or was left behind below a base: those where its tenant is still to be found. */
  movedTo?: Readonly<Record<Purpose, string>>
  /** It was left behind below a base, and its links still lead on. */
  isLeft?: true
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
  #version = 0

  /** Null also where the host serves none of these purposes. */
  async byHost(host: string, wanted: Purpose | readonly Purpose[]): Promise<KnownTenant | null> {
    const { tenant, purposes } = await this.#byHost(host)
    return [wanted].flat().some((purpose) => purposes.includes(purpose)) ? tenant : null
  }

  /** Where the links of such a host lead instead. */
  async movedTo(host: string, purpose: Purpose = 'signing'): Promise<string | null> {
    return (await this.#byHost(host)).movedTo?.[purpose] ?? null
  }

  /** Whether its tenant left it behind below a base, and its links lead on for a while. */
  async isLeft(host: string): Promise<boolean> {
    return (await this.#byHost(host)).isLeft ?? false
  }

  async byKeyPrefix(prefix: string): Promise<KnownTenant | null> {
    return (await this.#ask(`key:${prefix}`, () => findBy('key_prefix', prefix))).tenant
  }

  async byId(id: string): Promise<KnownTenant | null> {
    return (await this.#ask(`id:${id}`, () => findBy('id', id))).tenant
  }

  /** After a change of tenants or domains: answers are asked anew, here and in all other processes. */
  forget(): void {
    this.forgetHere()
    publishInvalidation()
  }

  /** Also what is just being asked: it may have been read before the change. */
  forgetHere(): void {
    this.#version += 1
    this.#answers.clear()
    this.#pending.clear()
  }

  #byHost(host: string): Promise<Answer> {
    return this.#ask(`host:${host}`, () => findByHost(host))
  }

  /** One question at a time for each name, however many requests wait for it. */
  async #ask(name: string, find: () => Promise<Answer>): Promise<Answer> {
    return this.#answers.get(name) ?? this.#pending.get(name) ?? this.#remember(name, find)
  }

  #remember(name: string, find: () => Promise<Answer>): Promise<Answer> {
    const version = this.#version
    const asked = find()
      .then((answer) => {
        if (version === this.#version) this.#answers.set(name, answer)
        return answer
      })
      .finally(() => {
        if (this.#pending.get(name) === asked) this.#pending.delete(name)
      })
    this.#pending.set(name, asked)
    return asked
  }
}

async function findByHost(host: string): Promise<Answer> {
  const slug = slugIn(host)
  if (slug !== null) return findBy('slug', slug)
  return (await findByDomain(host)) ?? (await findBelowBase(host)) ?? findLeft(host)
}

async function findByDomain(host: string): Promise<Answer | null> {
  const domain = await Domain.query()
    .where({ host, kind: 'host' })
    .whereIn('status', [...SERVED, 'suspended'])
    .first()
  if (!domain) return null
  const tenant = await Tenant.find(domain.tenantId)
  if (!tenant?.isReachable) return NOBODY
  if (domain.isServed) return { tenant: known(tenant), purposes: domain.purposes }
  return movedAway(tenant)
}

/** `<slug>.<base>`, for tenants of the base's owner and nobody else. */
async function findBelowBase(host: string): Promise<Answer | null> {
  const dot = host.indexOf('.')
  const [slug, base] = [host.slice(0, dot), host.slice(dot + 1)]
  if (dot < 1) return null
  const domain = await Domain.query()
    .where({ host: base, kind: 'base' })
    .whereIn('status', [...SERVED, 'suspended'])
    .first()
  const tenant = domain && (await Tenant.query().where({ slug, parentId: domain.tenantId }).first())
  if (!domain || !tenant) return null
  if (!tenant.isReachable || domain.isServed) return answerFor(tenant)
  return movedAway(tenant)
}

/** Where its tenant lived below a base until it was released. */
async function findLeft(host: string): Promise<Answer> {
  const left = await findHostLeft(host)
  const tenant = left && (await Tenant.find(left.tenantId))
  return tenant?.isReachable ? { ...(await movedAway(tenant)), isLeft: true } : NOBODY
}

/** From a host that is suspended, or left. */
async function movedAway(tenant: Tenant): Promise<Answer> {
  const movedTo = await hostsOf(tenant, Domain.query().client, { customDomain: true })
  return { tenant: null, purposes: [], movedTo }
}

async function findBy(column: 'slug' | 'id' | 'key_prefix', value: string): Promise<Answer> {
  return answerFor(await Tenant.query().where(column, value).first())
}

function answerFor(tenant: Tenant | null): Answer {
  return tenant?.isReachable ? { tenant: known(tenant), purposes: ALL_PURPOSES } : NOBODY
}

function known(tenant: Tenant): KnownTenant {
  const { id, cell, slug, name, keyPrefix, hasSandbox, isFrozen } = tenant
  const isSuspended = tenant.status === 'suspended'
  return { id, cell, slug, name, keyPrefix, hasSandbox, isSuspended, isFrozen }
}

export const tenantResolver = new TenantResolver()
