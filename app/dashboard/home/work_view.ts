import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { embedded } from '#app/foundation/printable_text'
import { MOST_OF_WORK, WORK, type Work, type WorkRow } from '#app/documents/search/worklist'

export interface WorkLine {
  id: string
  title: string
  /** Of the signer whom it is about. */
  name: string | null
  email: string | null
  at: Date
  /** Null where the document can be opened. */
  sender: string | null
  /** As whom the reader is asked to sign by mail, where it cannot be opened. */
  signerId: string | null
  isVisible: boolean
}

interface WorkList {
  lines: WorkLine[]
  /** Whether there are others that are not shown. */
  isCut: boolean
}

/** What each group of the home page shows. */
export function workView(
  rows: readonly WorkRow[],
  phrases: DashboardPhrasebook
): Record<Work, WorkList> & { needsMe: boolean } {
  const byWork = Map.groupBy(rows, ({ work }) => work)
  const lists = Object.fromEntries(
    WORK.map((work) => [work, listOf(byWork.get(work) ?? [], phrases)])
  ) as Record<Work, WorkList>
  const { signature, draft, failed, undelivered } = lists
  const needsMe = [signature, draft, failed, undelivered].some(({ lines }) => lines.length > 0)
  return { ...lists, needsMe }
}

function listOf(rows: readonly WorkRow[], { t }: DashboardPhrasebook): WorkList {
  const shown = rows.slice(0, MOST_OF_WORK - 1)
  const lines = shown.map(({ is_visible: isVisible, sender, signer_id: signerId, ...row }) => ({
    ...{ id: row.id, email: row.email, at: row.at, isVisible },
    sender: isVisible ? null : embedded(sender ?? t('sharing.somebody')),
    signerId: isVisible ? null : signerId,
    title: row.title || t('common.erased_document'),
    name: row.name && embedded(row.name),
  }))
  return { lines, isCut: rows.length > shown.length }
}
