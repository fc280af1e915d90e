import {
  DOCUMENT_ORDERS,
  type DocumentOrder,
  type OrderPlace,
} from '#app/documents/search/document_order'
import type { ListedRow } from '#app/documents/search/document_list'
import { isIdentifier } from '#app/foundation/identifier'

const TIME = /^[0-9a-z]{1,9}$/
const MAX_TEXT = 1_000

/** A place in one of the orders, as the address has it. */
export const ListPlace = {
  write({ value, id }: OrderPlace): string {
    const text =
      value instanceof Date
        ? value.getTime().toString(36)
        : Buffer.from(value).toString('base64url')
    return `${text}.${id}`
  },

  /** Undefined for what is no place in this order: the list then starts at its beginning. */
  read(text: unknown, order: DocumentOrder): OrderPlace | undefined {
    if (typeof text !== 'string' || text.length > MAX_TEXT) return undefined
    const [written, id] = text.split('.')
    if (!isIdentifier('doc', id)) return undefined
    if (DOCUMENT_ORDERS[order].of === 'text')
      return { value: Buffer.from(written, 'base64url').toString('utf8').replaceAll('\0', ''), id }
    const time = new Date(Number.parseInt(written, 36))
    return TIME.test(written) && !Number.isNaN(time.getTime()) ? { value: time, id } : undefined
  },

  /** Of a row of the list. */
  of(order: DocumentOrder, row: ListedRow): OrderPlace {
    const values: Record<DocumentOrder, Date | string> = {
      newest: row.created_at,
      oldest: row.created_at,
      activity: row.updated_at,
      expiring: row.expires_at ?? row.created_at,
      title: row.title_key,
    }
    return { value: values[order], id: row.id }
  },
}
