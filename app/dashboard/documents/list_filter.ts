import { TRANSITIONS, type DocumentStatus } from '#app/documents/document_status'
import {
  DOCUMENT_ORDERS,
  type DocumentOrder,
  type OrderPlace,
} from '#app/documents/search/document_order'
import type { DocumentCriteria } from '#app/documents/search/document_query'
import { cutText } from '#app/foundation/cut_text'
import { isIdentifier } from '#app/foundation/identifier'
import { DAY_MS } from '#app/foundation/duration'
import type { Audience } from '#app/identity/access/visibility'
import { choiceOf } from '../list_query.js'
import { ListPlace } from './list_place.js'

const MAX_TEXT = 200
const DAY = /^20\d\d-\d\d-\d\d$/

export const STATUS_CHOICES: readonly (DocumentStatus | 'open')[] = [
  'open',
  ...(Object.keys(TRANSITIONS) as DocumentStatus[]),
]

/** Which documents somebody wants to see, as the address has it; empty texts stand for everything. */
export interface ListFilter {
  q: string
  /** `open` is for those that somebody still has to sign. */
  status: (typeof STATUS_CHOICES)[number] | ''
  /** The first and the last day on which they were made, in UTC. */
  from: string
  to: string
  /** The address of a signer. */
  signer: string
  /** A part of the name or address of whom they belong to. */
  sender: string
  /** The id of a template that they were made of. */
  template: string
  /** The id of a label that they have. */
  label: string
  order: DocumentOrder | ''
}

export const ListFilter = {
  /** From the address; what makes no sense there is as if it were not there. */
  of(query: Record<string, unknown>): ListFilter {
    return {
      q: typed(query.q),
      status: STATUS_CHOICES.find((one) => one === query.status) ?? '',
      from: dayOf(query.from),
      to: dayOf(query.to),
      signer: typed(query.signer),
      sender: typed(query.sender),
      template: idOf('tpl', query.template),
      label: idOf('lbl', query.label),
      order: choiceOf(DOCUMENT_ORDERS, query.order),
    }
  },

  /** From a part of an address that was kept, with or without its question mark. */
  written(query: string): ListFilter {
    return ListFilter.of(Object.fromEntries(new URLSearchParams(query)))
  },

  placeOf({ order }: ListFilter, after: unknown): OrderPlace | undefined {
    return ListPlace.read(after, order || 'newest')
  },

  /** Whether it leaves nothing out. */
  isOpen({ order: _, ...conditions }: ListFilter): boolean {
    return Object.values(conditions).every((value) => value === '')
  },

  /** Those conditions that have a place of their own below the search. */
  hasMore({ from, to, signer, sender, template }: ListFilter): boolean {
    return [from, to, signer, sender, template].some((value) => value !== '')
  },

  /** As a part of an address. */
  query(filter: ListFilter, after?: OrderPlace): string {
    const query = new URLSearchParams(
      Object.entries(filter).filter(([, value]) => value !== '') as [string, string][]
    )
    if (after) query.set('after', ListPlace.write(after))
    return query.size > 0 ? `?${query.toString()}` : ''
  },

  criteria(filter: ListFilter, audience: Audience, after?: OrderPlace): DocumentCriteria {
    const { q, status, from, to, signer, sender, template, label, order } = filter
    return {
      audience,
      ...(q && { words: q }),
      ...(status && (status === 'open' ? { isOpen: true } : { status })),
      ...(from && { createdAfter: new Date(new Date(from).getTime() - 1) }),
      ...(to && { createdBefore: new Date(new Date(to).getTime() + DAY_MS) }),
      ...(signer && { signerEmail: signer }),
      ...(sender && { sender }),
      ...(template && { templateId: template }),
      ...(label && { labelId: label }),
      ...(order && { order }),
      ...(after && { after }),
    }
  },
}

function typed(value: unknown): string {
  const text = typeof value === 'string' ? value : ''
  return cutText(
    text
      .replaceAll(/\p{Cc}/gu, ' ')
      .toWellFormed()
      .trim(),
    MAX_TEXT
  )
}

function idOf(prefix: string, value: unknown): string {
  return isIdentifier(prefix, value) ? value : ''
}

function dayOf(value: unknown): string {
  const isDay = typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value))
  return isDay ? value : ''
}
