import { TIMEOUT } from 'node:dns'
import { setTimeout as pause } from 'node:timers/promises'
import { domainToASCII } from 'node:url'
import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import type Domain from './domain.js'
import { recordsOf } from './domain_records.js'
import {
  verdictOn,
  type Findings,
  type RecordFinding,
  type ServerAnswer,
  type Verdict,
  type WantedRecord,
} from './domain_findings.js'
import { nameServers, type Lookup, type NameServer } from '../hosts/name_server.js'

/** A name may be another name for another name. */
const MAX_ALIASES = 4

type Way = Pick<ServerAnswer, 'found' | 'error' | 'isRight'>

const LATE: Way = { found: [], error: TIMEOUT, isRight: false }

/** Looks a domain's records up, at every name server that we know, and says what stands there. */
export async function checkDomain(domain: Domain, target: string): Promise<Findings> {
  const records = await Promise.all(
    recordsOf(domain, target).map((record) => finding(record, domain))
  )
  return { records }
}

/** Whether this very name leads to a target, by the answers that come within this time: a later one counts as none. */
export async function checkAddress(
  name: string,
  target: string,
  patienceMs: number
): Promise<Verdict> {
  const wanted = domainToASCII(target)
  const over = new AbortController()
  const late = pause(patienceMs, LATE, { signal: over.signal })
  try {
    const answers = await Promise.all(
      nameServers.all.map(async (server) => ({
        server: server.name,
        ...(await Promise.race([way(server, name, wanted), late])),
      }))
    )
    return verdictOn(answers)
  } finally {
    over.abort()
  }
}

/** Whether a text is among those of its name; others may stand beside it. */
export async function checkText(record: WantedRecord): Promise<RecordFinding> {
  const answers = await Promise.all(nameServers.all.map((server) => textAt(server, record)))
  return { ...record, verdict: verdictOn(answers), answers }
}

async function finding(record: WantedRecord, domain: Domain): Promise<RecordFinding> {
  if (record.about === 'proof') return checkText(record)
  const answers = await Promise.all(
    nameServers.all.map((server) => wayFrom(server, record, domain.kind === 'base'))
  )
  return { ...record, verdict: verdictOn(answers), answers }
}

async function textAt(server: NameServer, { name, value }: WantedRecord): Promise<ServerAnswer> {
  const { found, error } = await server.texts(name)
  return { server: server.name, found, error, isRight: found.includes(value) }
}

async function wayFrom(
  server: NameServer,
  record: WantedRecord,
  isWildcard: boolean
): Promise<ServerAnswer> {
  const name = isWildcard ? someNameBelow(record.name) : record.name
  return { server: server.name, ...(await way(server, name, record.value)) }
}

/** A label that nobody can have made by hand: only the wildcard itself answers for it. */
function someNameBelow(wildcard: string): string {
  return wildcard.replace('*', `w${sha256Hex(randomToken()).slice(0, 16)}`)
}

/** Follows the aliases of a name to the target. A name without aliases may share its addresses: the top of a zone can have no CNAME. */
async function way(server: NameServer, name: string, target: string): Promise<Way> {
  const passed: string[] = []
  for (let at = name; passed.length < MAX_ALIASES; at = passed[passed.length - 1]) {
    const { found, error } = await server.aliases(at)
    if (error !== null) return { found: passed, error, isRight: false }
    if (found.length === 0) break
    passed.push(found[0])
    if (found[0] === target) return { found: passed, error: null, isRight: true }
  }
  return passed.length > 0
    ? { found: passed, error: null, isRight: false }
    : sharedAddresses(server, name, target)
}

async function sharedAddresses(server: NameServer, name: string, target: string): Promise<Way> {
  const own = await server.addresses(name)
  if (own.error !== null || own.found.length === 0) return { ...own, isRight: false }
  const ours: Lookup = await server.addresses(target)
  if (ours.error !== null) return { found: own.found, error: ours.error, isRight: false }
  const isRight = own.found.every((address) => ours.found.includes(address))
  return { found: own.found, error: null, isRight }
}
