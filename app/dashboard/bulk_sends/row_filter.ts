import type { BulkRowState, RowCriteria } from '#app/templates/bulk/bulk_row'

/** Which rows a page lists. */
export interface RowFilter {
  show: Shown | ''
  after: number
}

const SHOWN = ['faulty', 'waiting', 'sent', 'failed', 'cancelled'] as const

type Shown = (typeof SHOWN)[number]

export const RowFilter = {
  of({ show, after }: Record<string, unknown>): RowFilter {
    const isNumber = typeof after === 'string' && /^[1-9]\d{0,5}$/.test(after)
    return { show: SHOWN.find((one) => one === show) ?? '', after: isNumber ? Number(after) : 0 }
  },

  criteria({ show, after }: RowFilter): Omit<RowCriteria, 'audience'> {
    if (show === 'faulty') return { onlyFaulty: true, after }
    return { after, ...(show && { state: show satisfies BulkRowState }) }
  },

  /** What can be chosen, where there are any. */
  choices(counts: Partial<Record<Shown, number>>, names: readonly Shown[]) {
    return names
      .map((value) => ({ value, count: counts[value] ?? 0 }))
      .filter(({ count }) => count > 0)
  },
}
