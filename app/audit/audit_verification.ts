import type pg from 'pg'
import { ENVIRONMENTS, type Environment } from '#app/foundation/environment'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { CellRow, RowOf } from '#app/tenancy/row'
import { query, type Answers, type Statement } from '#app/tenancy/statement'
import { roleName, type TenantRef } from '#app/tenancy/tenant_ref'
import { checkChain, type Finding } from './chain_check.js'
import type { StoredEntry } from './stored_entry.js'
import { confirmed } from './confirmed_findings.js'
import { SECURITY_CHAIN } from './security_trail.js'

export interface Verdict {
  chains: number
  entries: number
  findings: Finding[]
  /** When the sandbox was last begun anew, if it was: nothing before that is left to be read. */
  begunAnewAt?: Date
}

/** Written into the account's trail when its sandbox is begun anew, for the trails of that go with it. */
export const SANDBOX_RESET = 'sandbox.reset'

/** What else is held against these trails, in the scope of their tenant: what they are about. */
export type Evidence = (documentIds: readonly string[]) => Promise<Finding[]>

/** Chains that are held in memory at a time. */
const BATCH = 200

type Log = Map<string, Map<number, string>>
/** Reads the log of these chains, of all without; null where nothing is logged. */
type LogReader = (chains?: readonly string[]) => Promise<Log | null>
type KeptValue = RowOf<'personal_values'>

/**
 * Reads the audit trails of one environment of a tenant, link by link, and holds them against the documents, the personal values and, for
 * live, the cell's own log. Whatever was changed by hand is found and named. The account's security trail is read with those of live.
 */
export class AuditVerification {
  constructor(
    private tenant: TenantRef,
    private environment: Environment,
    private evidence: Evidence = async () => []
  ) {}

  async ofDocument(documentId: string): Promise<Verdict> {
    return this.#withBeginning(await this.ofDocuments([documentId]))
  }

  async ofDocuments(documentIds: readonly string[]): Promise<Verdict> {
    return this.#withLog(async (readLog) =>
      this.#checkTwice(documentIds, await readLog(documentIds), readLog)
    )
  }

  async ofTenant(progress: (chains: number) => void = () => {}): Promise<Verdict> {
    const read = await this.#withLog(async (readLog) => {
      const log = await readLog()
      const known = new Set([...(await this.#chainIds()), ...(log?.keys() ?? [])])
      known.delete(SECURITY_CHAIN)
      const chains = [...known]
      const verdict = log
        ? await this.#checkSecurityTwice(log, readLog)
        : { chains: 0, entries: 0, findings: [] }
      for (let from = 0; from < chains.length; from += BATCH) {
        const part = await this.#checkTwice(chains.slice(from, from + BATCH), log, readLog)
        verdict.chains += part.chains
        verdict.entries += part.entries
        verdict.findings.push(...part.findings)
        progress(verdict.chains)
      }
      return verdict
    })
    return this.#withBeginning(read)
  }

  async #withBeginning(verdict: Verdict): Promise<Verdict> {
    if (this.environment === 'live') return verdict
    const text = 'select at from security_entries where action = $1 order by sequence desc limit 1'
    const [[last]] = await this.#read([
      query<RowOf<'security_entries', 'at'>>(text, [SANDBOX_RESET]),
    ])
    return last ? { ...verdict, begunAnewAt: last.at } : verdict
  }

  /** The log is read through the relay's login: no tenant can. Of the sandbox it holds what was done to the account from there. */
  async #withLog<T>(work: (readLog: LogReader) => Promise<T>): Promise<T> {
    if (this.environment === 'test') return work(async () => null)
    const cell = Cell.named(this.tenant.cell)
    const scopes = ENVIRONMENTS.map((environment) => roleName(this.tenant.id, environment))
    return cell.as('relay', (client) => work((chains) => logOf(client, scopes, chains)))
  }

  async #checkSecurityTwice(log: Log, readLog: LogReader): Promise<Verdict> {
    return confirmed(await this.#checkSecurity(log.get(SECURITY_CHAIN)), async (chains) =>
      this.#checkSecurity((await readLog(chains))?.get(SECURITY_CHAIN))
    )
  }

  async #checkSecurity(log: Map<number, string> = new Map()): Promise<Verdict> {
    const [heads, entries, values] = await this.#read([
      query<RowOf<'chain_head', 'sequence' | 'hash'>>('select sequence, hash from chain_head'),
      query<StoredEntry>('select * from security_entries order by sequence'),
      query<KeptValue>('select * from security_values'),
    ])
    if (entries.length === 0 && log.size === 0) return { chains: 0, entries: 0, findings: [] }
    const findings = checkChain({
      id: SECURITY_CHAIN,
      entries,
      values: byEntry(values),
      head: heads[0] ?? null,
      log,
      mayLackValues: true,
    })
    return { chains: 1, entries: entries.length, findings }
  }

  async #chainIds(): Promise<string[]> {
    const text =
      'select distinct chain as id from audit_entries union select id from documents order by id'
    const [rows] = await this.#read([query<RowOf<'documents', 'id'>>(text)])
    return rows.map(({ id }) => id)
  }

  async #checkTwice(
    chains: readonly string[],
    log: Log | null,
    readLog: LogReader
  ): Promise<Verdict> {
    return confirmed(await this.#check(chains, log), async (suspects) =>
      this.#check(suspects, await readLog(suspects))
    )
  }

  async #check(chains: readonly string[], log: Log | null): Promise<Verdict> {
    const [documents, entries, values] = await this.#read([
      query<RowOf<'documents', 'id' | 'chain_sequence' | 'chain_hash'>>(
        'select id, chain_sequence, chain_hash from documents where id = any($1)',
        [chains]
      ),
      query<StoredEntry>(
        'select * from audit_entries where chain = any($1) order by chain, sequence',
        [chains]
      ),
      query<KeptValue>(
        'select v.* from personal_values v join audit_entries e on e.id = v.entry_id where e.chain = any($1)',
        [chains]
      ),
    ])
    const heads = new Map(
      documents.map((row) => [row.id, { sequence: row.chain_sequence, hash: row.chain_hash }])
    )
    const stored = Map.groupBy(entries, ({ chain }) => chain)
    const personal = byEntry(values)
    const findings = chains.flatMap((id) =>
      checkChain({
        id,
        entries: stored.get(id) ?? [],
        values: personal,
        head: heads.get(id) ?? null,
        log: log && (log.get(id) ?? new Map()),
      })
    )
    findings.push(...(await this.#within(() => this.evidence([...heads.keys()]))))
    const known = chains.filter((id) => stored.has(id) || heads.has(id) || log?.has(id))
    return { chains: known.length, entries: entries.length, findings }
  }

  #read<const Asked extends readonly Statement[]>(statements: Asked): Promise<Answers<Asked>> {
    return this.#within(() => CurrentTenant.batch(statements))
  }

  #within<T>(work: () => Promise<T>): Promise<T> {
    const scope = { tenant: this.tenant, environment: this.environment }
    return CurrentTenant.run(scope, work)
  }
}

function byEntry(values: readonly KeptValue[]): Map<string, KeptValue[]> {
  return Map.groupBy(values, ({ entry_id: id }) => id)
}

async function logOf(
  client: pg.Client,
  scopes: string[],
  chains?: readonly string[]
): Promise<Log> {
  const text =
    'select chain, sequence, hash from cell.chain_log where scope = any($1) and ($2::text[] is null or chain = any($2))'
  const { rows } = await client.query<CellRow<'chain_log', 'chain' | 'sequence' | 'hash'>>(text, [
    scopes,
    chains ?? null,
  ])
  const log: Log = new Map()
  for (const row of rows) {
    const links = log.get(row.chain) ?? new Map<number, string>()
    log.set(row.chain, links.set(row.sequence, row.hash))
  }
  return log
}
