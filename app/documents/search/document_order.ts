import { OPEN_STATUSES } from '../document_status.js'

/** How lists of documents `d` can be read. Each order walks an index of its own, and its id makes every place in it unique. */
interface OrderTerms {
  /** What it goes by, as its index has it. */
  readonly by: string
  readonly way: 'asc' | 'desc'
  /** Of which documents alone it makes sense. */
  readonly only?: string
  /** What a place in it is: a moment, or a text. */
  readonly of: 'time' | 'text'
}

const TERMS = {
  newest: { by: 'd.created_at', way: 'desc', of: 'time' },
  oldest: { by: 'd.created_at', way: 'asc', of: 'time' },
  activity: { by: 'd.updated_at', way: 'desc', of: 'time' },
  expiring: {
    by: 'd.expires_at',
    way: 'asc',
    of: 'time',
    only: `d.status in ${OPEN_STATUSES}`,
  },
  title: { by: 'lower(left(d.title, 100))', way: 'asc', of: 'text' },
} as const satisfies Record<string, OrderTerms>

export type DocumentOrder = keyof typeof TERMS

export const DOCUMENT_ORDERS: Readonly<Record<DocumentOrder, OrderTerms>> = TERMS

/** After which document a page begins: what the order goes by, and the id. */
export interface OrderPlace {
  value: Date | string
  id: string
}

export function orderClause(order: DocumentOrder): string {
  const { by, way } = TERMS[order]
  return `${by} ${way}, d.id ${way}`
}

/** @param bind  gives a value its place among the statement's */
export function isAfter(
  order: DocumentOrder,
  { value, id }: OrderPlace,
  bind: (value: unknown) => string
): string {
  const { by, way } = TERMS[order]
  return `(${by}, d.id) ${way === 'asc' ? '>' : '<'} (${bind(value)}, ${bind(id)})`
}
