import { parse } from 'tldts'
import { verdictOn, type ServerAnswer } from '#app/tenants/domains/domain_findings'
import { nameServers, type NameServer } from '#app/tenants/hosts/name_server'
import type Sender from './sender.js'
import type { SenderFinding, SenderFindings, SenderRecord } from './sender_findings.js'
import { policyAdvice, senderRecords } from './sender_records.js'

/** Looks the records of a sender's domain up, at every name server that we know. */
export async function checkSender(sender: Sender): Promise<SenderFindings> {
  const { domain } = sender
  if (!domain) return { records: [], policy: null }
  const [policy, ...records] = await Promise.all([
    policyOf(domain),
    ...senderRecords(sender).map(finding),
  ])
  return { policy, records }
}

async function finding(record: SenderRecord): Promise<SenderFinding> {
  const answers = await Promise.all(nameServers.all.map((server) => answer(server, record)))
  return { ...record, verdict: verdictOn(answers), answers }
}

async function answer(server: NameServer, record: SenderRecord): Promise<ServerAnswer> {
  const { type, name, value } = record
  const { found, error } = await (type === 'TXT' ? server.texts(name) : server.aliases(name))
  const isRight = found.some((text) => (type === 'TXT' ? isSameKey(text, value) : text === value))
  return { server: server.name, found, error, isRight }
}

/** Other tags, their order and white space are the owner's affair; the key is not (RFC 6376, 3.6.1). */
function isSameKey(found: string, wanted: string): boolean {
  const tags = tagsOf(found)
  const isForMail = (tags.get('s') ?? '*').split(':').some((one) => one === '*' || one === 'email')
  const allowsSha256 = (tags.get('h') ?? 'sha256').split(':').includes('sha256')
  return isForMail && allowsSha256 && tags.get('p') === tagsOf(wanted).get('p')
}

function tagsOf(text: string): Map<string, string> {
  const pairs = text.split(';').map((pair): [string, string] => {
    const [name, ...value] = pair.split('=')
    return [name.trim().toLowerCase(), value.join('=').replaceAll(/\s+/g, '')]
  })
  return new Map(pairs)
}

const POLICIES = ['none', 'quarantine', 'reject'] as const

/** Of the domain, or else of the one it was registered under (RFC 7489, 6.6.3). */
async function policyOf(domain: string): Promise<SenderFindings['policy']> {
  const registered = parse(domain).domain
  for (const one of new Set([domain, registered ?? domain])) {
    const { found } = await nameServers.all[0].texts(policyAdvice(one).name)
    const tags = found.map(tagsOf).find((each) => each.get('v') === 'DMARC1')
    const isOwn = one === domain
    const policy = tags && ((isOwn ? undefined : tags.get('sp')) ?? tags.get('p'))
    const known = POLICIES.find((name) => name === policy?.toLowerCase())
    if (known) return known
  }
  return null
}
