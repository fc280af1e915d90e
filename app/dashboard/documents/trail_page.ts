import { AuditTrail, type WholeEntryRow } from '#app/audit/audit_trail'
import type Document from '#app/documents/document'
import { environmentOf } from '#app/foundation/identifier'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { Query } from '#app/tenancy/statement'
import { trailLines, type TrailLine } from './trail_lines.js'

const PAGE_SIZE = 100
const SEQUENCE = /^[1-9]\d{0,8}$/

/** Part of a document's trail, newest first, and the ways to the rest of it. */
export interface TrailPage {
  lines: TrailLine[]
  /** The end of the chain; on plans with the full trail. */
  headHash: string | null
  olderHref: string | null
  newestHref: string | null
  csvHref: string | null
  proofHref: string | null
  pdfHref: string | null
}

/** Where in the trail the address is; what makes no sense there is as if it were not there. */
export function trailBefore({ before }: Record<string, unknown>): number | null {
  return typeof before === 'string' && SEQUENCE.test(before) ? Number(before) : null
}

/** One entry more than a page: it tells whether there are older ones. */
export function trailStatement(documentId: string, before: number | null): Query<WholeEntryRow> {
  return AuditTrail.newest(documentId, before, PAGE_SIZE + 1)
}

/** @param isFull  on the basic plan an entry is who, what and when, and there are no files of the trail */
export function trailPage(
  document: Document,
  rows: readonly WholeEntryRow[],
  { before, isFull, base }: { before: number | null; isFull: boolean; base: string },
  phrases: DashboardPhrasebook
): TrailPage {
  const shown = rows.slice(0, PAGE_SIZE)
  const path = `${base}/documents/${document.id}`
  const hasOlder = rows.length > PAGE_SIZE
  return {
    lines: trailLines(shown, document, { isFull, phrases }),
    headHash: isFull ? document.chainHash : null,
    olderHref: hasOlder ? `${path}?before=${shown.at(-1)!.sequence}#trail` : null,
    newestHref: before === null ? null : `${path}#trail`,
    csvHref: isFull ? `${path}/audit.csv` : null,
    proofHref: isFull && environmentOf(document.id) === 'live' ? `${path}/log-proof.json` : null,
    pdfHref: isFull && !document.isErased ? `${path}/audit.pdf` : null,
  }
}
