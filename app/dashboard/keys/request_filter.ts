import { cutText } from '#app/foundation/cut_text'
import { isIdentifier } from '#app/foundation/identifier'
import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'
import type { RowOf } from '#app/tenancy/row'
import { Query } from '#app/tenancy/statement'
import { anywhere } from '#app/foundation/like_pattern'
import { choiceOf, listQuery } from '../list_query.js'
import { DAY_MS } from '#app/foundation/duration'
import { PERIODS } from '../period.js'
import { PlaceInList } from '../place_in_list.js'

const PAGE_SIZE = 50
const KEPT_MS = 30 * DAY_MS
const MAX_WORDS = 200

/** No index knows parts of paths: a page looks through so many requests, and the next goes on from there. */
const MAX_SCANNED = 20_000

export const STATUSES = {
  '2': 'keys.requests_2',
  '3': 'keys.requests_3',
  '4': 'keys.requests_4',
  '5': 'keys.requests_5',
} as const satisfies Record<string, DashboardKey>

type RequestRow = RowOf<'api_requests'>

/** Which of a key's requests somebody wants to see. */
export interface RequestFilter {
  /** A part of the path, an error's code or a request's id. */
  q: string
  status: keyof typeof STATUSES | ''
  since: keyof typeof PERIODS | ''
  after: PlaceInList | null
}

export const RequestFilter = {
  pageSize: PAGE_SIZE,

  /** From the address; what makes no sense there is as if it were not there. */
  of(query: Record<string, unknown>): RequestFilter {
    const q = typeof query.q === 'string' ? cutText(query.q.trim(), MAX_WORDS) : ''
    return {
      q: q.isWellFormed() ? q.replaceAll('\0', '') : '',
      status: choiceOf(STATUSES, query.status),
      since: choiceOf(PERIODS, query.since),
      after: PlaceInList.read(query.after, 'req'),
    }
  },

  isEmpty({ q, status, since, after }: RequestFilter): boolean {
    return !q && !status && !since && !after
  },

  /** As a part of an address, to come back to. */
  query({ q, status, since }: RequestFilter, after: PlaceInList | null = null): string {
    return listQuery({ q, status, since }, after)
  },

  /**
   * Newest first, one row more than a page: it tells whether there are older ones. The second statement answers with the request at
   * which a search stops looking, if it gets so far.
   */
  statements(
    { q, status, since, after }: RequestFilter,
    keyId: string,
    now: Date
  ): readonly [Query<RequestRow>, Query<Pick<RequestRow, 'at' | 'id'>>] {
    const values: unknown[] = [keyId]
    const bind = (value: unknown) => `$${String(values.push(value))}`
    const begin = new Date(now.getTime() - (since ? PERIODS[since].ms : KEPT_MS))
    const range = [`key_id = $1`, `at >= ${bind(begin)}`]
    if (after) range.push(`(at, id) < (${bind(after.createdAt)}, ${bind(after.id)})`)
    if (isIdentifier('req', q)) range.push(`id = ${bind(q)}`)
    const within = `from api_requests where ${range.join(' and ')}`
    const newest = 'order by at desc, id desc'
    const edge = `select at, id ${within} ${newest} offset ${String(MAX_SCANNED - 1)} limit 1`
    const edgeValues = [...values]

    const wanted: string[] = []
    if (q && !isIdentifier('req', q)) {
      const [part, code] = [bind(anywhere(q)), bind(q)]
      wanted.push(`(path ilike ${part} or error_code = ${code})`)
    }
    if (status) wanted.push(`status / 100 = ${bind(Number(status))}`)
    const where = wanted.length > 0 ? `where ${wanted.join(' and ')}` : ''
    const text = `
      select * from (select * ${within} ${newest} limit ${String(MAX_SCANNED)}) looked_at ${where}
       ${newest} limit ${String(PAGE_SIZE + 1)}`
    return [new Query(text, values), new Query(edge, edgeValues)]
  },
}
