import { platformDomain } from '#app/tenants/hosts/public_address'
import { allAttempts } from './attempts/all_attempts.js'
import type { Attempt } from './attempts/attempt.js'
import { tryOptions } from './attempts/by_option.js'
import { byBody } from './attempts/by_query_and_body.js'
import { Stage, type Cast } from './cast.js'
import { crawlConsole } from './console_crawl.js'
import { Canaries, type Canary } from './evidence/canary.js'
import { leaksIn } from './evidence/leaks.js'
import { strayWords, Watch } from './evidence/harm.js'
import { inLog } from './evidence/log_words.js'
import { holesInPostgresql } from './evidence/postgresql.js'
import { searchRedis } from './evidence/redis_words.js'
import { coverageGaps } from './coverage.js'
import type { Finding } from './finding.js'
import { doForgedWork } from './forged_work.js'
import { crawlHome } from './home_crawl.js'
import type { Caught } from './installation/catcher.js'
import { PendingWork } from './installation/pending_work.js'
import { eraseTenant } from './installation/erasure.js'
import { SetAside } from './installation/set_aside.js'
import { waitFor } from './limits.js'
import { lastThingsLast, shuffled } from './order.js'
import type { Party } from './parties/party.js'
import { Catalogue } from './requests/catalogue.js'
import { Crawler } from './requests/crawler.js'
import { groupOf, routeList } from './requests/route_list.js'

/** What was tried, and what came of it. */
export interface Proof {
  readonly at: Date
  readonly seed: number
  readonly routes: number
  /** What the addresses of routes had to match to be attacked; null for all. */
  readonly only: RegExp | null
  /** How many, by boundary. */
  readonly attempts: Readonly<Record<string, number>>
  readonly requests: number
  readonly forgedWork: number
  readonly messages: number
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
  /** Where the webhooks of the proof's tenants go. */
  hooks: string
  /** What the web process has logged so far. */
  log: () => string
  /** What was sent so far. */
  caught: () => readonly Caught[]
  seed: number
  /** Attacks the routes alone whose addresses match. What they own is looked at everywhere all the same: that is where their forms are. */
  only?: RegExp | null
  onProgress: (step: string) => void
}

/**
 * Makes tenants with a word of their own in everything they have, tries at every route, with every credential, to get from one to the
 * other, and searches answers, rows, messages, logs and Redis for what is not where it belongs. What it made is taken away afterwards.
 */
export async function proveIsolation(options: Options): Promise<Proof> {
  const { onProgress, hooks } = options
  for (const tenantId of await SetAside.abandoned()) {
    onProgress('erasing what an earlier proof left behind')
    await eraseTenant(tenantId)
  }
  const canaries = new Canaries()
  const stage = new Stage(canaries, hooks)
  try {
    const cast = await stage.setUp(onProgress)
    return await prove(cast, canaries, options)
  } finally {
    onProgress('erasing the tenants of the proof')
    await stage.tearDown()
  }
}

async function prove(cast: Cast, canaries: Canaries, options: Options): Promise<Proof> {
  const { origin, onProgress, seed, only = null, log, caught } = options
  const { all, reseller, child, stranger, consoleParty } = cast
  const catalogue = new Catalogue(routeList())
  const crawler = new Crawler(origin, canaries, waitFor(all))
  const tools = { crawler, canaries, catalogue }
  const counts: Record<string, number> = {}
  const count = (boundary: string, more = 1) => (counts[boundary] = (counts[boundary] ?? 0) + more)
  const isAttacked = ({ route: { pattern } }: Attempt) => only?.test(pattern) ?? true
  const tried = async (what: string, attempts: readonly Attempt[]) => {
    const progress = () => onProgress(`${what}: ${crawler.asked} requests so far`)
    const found = await crawler.tryAll(lastThingsLast(shuffled(attempts, seed)), progress)
    for (const { boundary } of attempts) count(boundary)
    return found
  }
  try {
    const description = {
      method: 'GET',
      path: '/api/v1/openapi.json',
      host: stranger.host,
    } as const
    catalogue.describe((await crawler.ask(description)).text)
    const seen = new Set<Canary>()
    const findings: Finding[] = []
    const crawlAll = async (parties: readonly Party[]) => {
      for (const party of parties) {
        onProgress(`${party.name} at home: ${crawler.asked} requests so far`)
        const crawl = await crawlHome(party, all, tools)
        for (const canary of crawl.seen) seen.add(canary)
        findings.push(...crawl.findings)
      }
    }
    await crawlAll(all)
    await crawlConsole(consoleParty, reseller, { crawler, catalogue, host: platformDomain() })
    await PendingWork.finish(all.map(({ tenant }) => tenant))
    const attempts = (await allAttempts(cast, tools)).filter(isAttacked)
    const watch = await Watch.over(all.filter((party) => party !== reseller))
    for (const [group, some] of Map.groupBy(attempts, ({ route }) => groupOf(route))) {
      findings.push(...(await tried(group, some)))
      findings.push(...(await watch.harmOf(group)))
    }
    onProgress('forging work')
    const forgedWork = await doForgedWork(reseller, stranger)
    findings.push(...(await watch.harmOf('work that was forged')))
    onProgress('comparing what came of it')
    await crawlAll([child, stranger])
    onProgress('what is offered to owners alone')
    const chosen = await tryOptions(reseller, catalogue, crawler)
    count('option', chosen.count)
    const last = await Watch.over([stranger])
    const bodies = await tried(
      'others’ ids in one’s own forms',
      byBody({ own: reseller, other: stranger }, catalogue).filter(isAttacked)
    )
    findings.push(...(await last.harmOf('others’ ids in one’s own forms')))
    await PendingWork.finish(all.map(({ tenant }) => tenant))
    const redis = await searchRedis(canaries)
    findings.push(
      ...chosen.findings,
      ...bodies,
      ...(await strayWords(all, canaries)),
      ...leaksIn(caught(), canaries, all).map(({ canary, message }) => ({
        boundary: 'message',
        message: `${canary.what} of ${canary.home.tenant} (${canary.home.part}) in a ${message.kind} to ${message.to}`,
      })),
      ...redis.findings,
      ...inLog(log(), canaries),
      ...[...crawler.broken].map((message) => ({ boundary: 'breakage', message })),
      ...(only ? [] : coverageGaps(seenOf(seen, reseller), reseller, consoleParty, catalogue)),
      ...(await holesInPostgresql(reseller))
    )
    return {
      at: new Date(),
      ...{ seed, only },
      routes: catalogue.routes.filter(({ pattern }) => only?.test(pattern) ?? true).length,
      attempts: counts,
      requests: crawler.asked,
      forgedWork,
      messages: caught().length,
      redisKeys: redis.keys,
      canaries: canaries.all.length,
      seen: seen.size,
      statuses: Object.fromEntries([...crawler.statuses].sort(([a], [b]) => a - b)),
      findings: unlike(findings),
    }
  } finally {
    await crawler.close()
  }
}

function seenOf(seen: ReadonlySet<Canary>, { name }: Party): Set<Canary> {
  return new Set([...seen].filter(({ home }) => home.tenant === name))
}

/** The same hole shows in many answers: each is told once. */
function unlike(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((one) => [`${one.boundary} ${one.message}`, one])).values()]
}
