import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import { Cell } from '#app/tenancy/cell'
import { GrantsCheck } from '#app/tenancy/grants_check'
import { Wall } from '#app/tenancy/wall'
import { attemptsOf, type Wall as Tried } from './attempt.js'
import { Canaries } from './canary.js'
import { Crawler, type Leak } from './crawler.js'
import { doForgedWork } from './forged_work.js'
import { searchRedis } from './redis_words.js'
import { routeList } from './route_list.js'
import { changed, rowsOf, type Rows } from './rows.js'
import { makeSide, type Side } from './side.js'

export interface Finding {
  readonly wall: string
  readonly message: string
}

/** What was tried, and what came of it. */
export interface Proof {
  readonly at: Date
  readonly routes: number
  readonly attempts: number
  readonly requests: number
  readonly forgedWork: number
  readonly redisKeys: number
  readonly canaries: number
  /** Of those, how many their owners were shown: a crawler that finds nothing of its own would find nothing at all. */
  readonly seen: number
  readonly statuses: Readonly<Record<string, number>>
  readonly findings: readonly Finding[]
}

interface Options {
  /** A running web process of this installation. */
  origin: string
  /** What it has logged so far. */
  log?: () => string
  onProgress?: (step: string) => void | Promise<void>
  /** Only these walls are tried over the wire, and no work is forged. */
  only?: readonly Tried[]
  /** The first word that strays over the wire is enough. */
  untilFound?: boolean
  /** How long limits take; whoever can end them need not sit them out. */
  wait?: (ms: number) => Promise<void>
}

/**
 * Makes two tenants with a word of their own in everything they have, tries at every route, with every credential, to get from one to
 * the other, and searches all answers, rows, logs and Redis for words that are not where they belong. The tenants are erased afterwards.
 */
export async function proveIsolation(options: Options): Promise<Proof> {
  const canaries = new Canaries()
  const sides: Side[] = []
  try {
    for (const name of ['A', 'B']) sides.push(await makeSide(name, canaries))
    return await prove(sides as [Side, Side], canaries, options)
  } finally {
    await options.onProgress?.('erasing the two tenants')
    for (const { tenant } of sides) await TenantErasure.run(tenant.id)
  }
}

async function prove(
  [own, other]: [Side, Side],
  canaries: Canaries,
  options: Options
): Promise<Proof> {
  const { origin, log = () => '', onProgress = () => {}, only, untilFound, wait } = options
  const routes = await routeList()
  const attempts = attemptsOf(own, other, routes).filter(({ wall }) => !only || only.includes(wall))
  const before = await rowsOf(other)
  const crawler = new Crawler(origin, canaries, wait)
  try {
    await onProgress('looking at one’s own')
    const home = await crawler.atHome(own, routes)
    const leaks = await crawler.tryAll(
      attempts,
      (asked) => void onProgress(`${asked} requests`),
      untilFound
    )
    await onProgress('forging work')
    const forgedWork = only ? 0 : await doForgedWork(own, other)
    const redis = await searchRedis(canaries)
    const findings = [
      ...told([...home.leaks, ...leaks, ...redis.leaks, ...inLog(log(), canaries)]),
      ...[...crawler.broken].map((message) => ({ wall: 'breakage', message })),
      ...(await harm(before, other)),
      ...strayWords(await rowsOf(own), other, canaries),
      ...blindness(home.seen, own),
      ...(await holes(own)),
    ]
    return {
      at: new Date(),
      routes: routes.length,
      attempts: attempts.length,
      requests: crawler.asked,
      forgedWork,
      redisKeys: redis.keys,
      canaries: canaries.all.length,
      seen: home.seen.size,
      statuses: Object.fromEntries([...crawler.statuses].sort(([a], [b]) => a - b)),
      findings,
    }
  } finally {
    await crawler.close()
  }
}

function told(leaks: readonly Leak[]): Finding[] {
  return leaks.map(({ wall, where, canary: { what, home } }) => ({
    wall,
    message: `${what} of ${home.tenant} (${home.part}) in the answer to ${where}`,
  }))
}

function inLog(text: string, canaries: Canaries): Leak[] {
  return canaries.in(text).map((canary) => ({ wall: 'log', where: 'the log', canary }))
}

async function harm(before: Rows, other: Side): Promise<Finding[]> {
  return changed(before, await rowsOf(other)).map((table) => ({
    wall: 'change',
    message: `rows of ${other.name} in ${table} are not as they were`,
  }))
}

function strayWords(rows: Rows, other: Side, canaries: Canaries): Finding[] {
  return [...rows].flatMap(([table, text]) =>
    canaries
      .in(text)
      .filter(({ home }) => home.tenant === other.name)
      .map(({ what }) => ({ wall: 'rows', message: `${what} of ${other.name} lies in ${table}` }))
  )
}

/** What every crawler must have met on its way. */
const LANDMARKS = [
  'a document’s title',
  'a signer’s address',
  'the name of an endpoint',
  'a document’s text',
  'a signer’s answer',
] as const

function blindness(
  seen: ReadonlySet<{ what: string; home: { part: string } }>,
  own: Side
): Finding[] {
  return (['live', 'test'] as const).flatMap((part) =>
    LANDMARKS.filter(
      (what) => ![...seen].some((one) => one.what === what && one.home.part === part)
    ).map((what) => ({
      wall: 'eyesight',
      message: `${what} of ${own.name} (${part}) was not shown to its owner: the crawler does not see what it should`,
    }))
  )
}

/** Beside what was tried over the wire: the bricks of the wall in PostgreSQL, and every right that a tenant has. */
async function holes({ tenant }: Side): Promise<Finding[]> {
  const cell = Cell.named(tenant.cell)
  const bricks = await new Wall(cell).breaches()
  const rights = await new GrantsCheck(cell).breaches()
  return [
    ...bricks.map(({ brick, reason }) => `${brick}: ${reason}`),
    ...rights.map(({ where, kind, right }) => `${where}: ${kind} ${right}`),
  ].map((message) => ({ wall: 'postgresql', message }))
}
