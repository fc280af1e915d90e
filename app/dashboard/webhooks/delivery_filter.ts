import type { DeliveryCriteria } from '#app/webhooks/deliveries/delivery_log'
import { EVENT_TYPES, type EventType } from '#app/webhooks/events/event_types'
import { choiceOf, listQuery } from '../list_query.js'
import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'
import { PERIODS } from '../period.js'
import { PlaceInList } from '../place_in_list.js'

const PAGE_SIZE = 50

export const STATUSES = {
  pending: 'webhooks.status_pending',
  delivered: 'webhooks.status_delivered',
  failed: 'webhooks.status_failed',
  exhausted: 'webhooks.status_exhausted',
} as const satisfies Record<string, DashboardKey>

/** Which deliveries of an endpoint somebody wants to see. */
export interface DeliveryFilter {
  event: EventType | ''
  status: keyof typeof STATUSES | ''
  since: keyof typeof PERIODS | ''
  after: PlaceInList | null
}

export const DeliveryFilter = {
  pageSize: PAGE_SIZE,

  /** From the address; what makes no sense there is as if it were not there. */
  of(query: Record<string, unknown>): DeliveryFilter {
    return {
      event: EVENT_TYPES.find((event) => event === query.event) ?? '',
      status: choiceOf(STATUSES, query.status),
      since: choiceOf(PERIODS, query.since),
      after: PlaceInList.read(query.after, 'del'),
    }
  },

  isEmpty({ event, status, since, after }: DeliveryFilter): boolean {
    return !event && !status && !since && !after
  },

  /** As a part of an address, to come back to. */
  query({ event, status, since }: DeliveryFilter, after: PlaceInList | null = null): string {
    return listQuery({ event, status, since }, after)
  },

  /**
   * One row more than a page: it tells whether there are older ones.
   *
   * @param now  what a period is counted from; needed for one
   */
  criteria(
    { event, status, since, after }: DeliveryFilter,
    endpointId: string,
    now: Date | null
  ): DeliveryCriteria {
    return {
      endpointId,
      event,
      status,
      createdSince: since && now ? new Date(now.getTime() - PERIODS[since].ms) : undefined,
      after: after ?? undefined,
      limit: PAGE_SIZE + 1,
    }
  },
}
