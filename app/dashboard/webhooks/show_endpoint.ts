import type { HttpContext } from '@adonisjs/core/http'
import { EVENT_TYPES, TEST_EVENT } from '#app/webhooks/events/event_types'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { PERIODS } from '../period.js'
import { DeliveryFilter, STATUSES } from './delivery_filter.js'
import { endpointPage } from './endpoint_page.js'
import { listedDelivery } from './delivery_view.js'
import { endpointView, targetView } from './endpoint_view.js'

const EXAMPLES = EVENT_TYPES.filter((event) => event !== TEST_EVENT)

/** An endpoint with those of its deliveries that are asked for. */
export async function showEndpoint(ctx: HttpContext, filter: DeliveryFilter): Promise<void> {
  const { endpoint, targets, deliveries, hasOlder } = await endpointPage(ctx, filter)
  const path = `${ctx.dashboard.base}/settings/webhooks/${endpoint.id}`
  const phrases = phrasesOf(ctx)
  const last = deliveries.at(-1)
  return showPage(ctx, 'dashboard/webhooks/show', {
    endpoint: endpointView(endpoint, phrases),
    targets: targets.map(targetView),
    deliveries: deliveries.map((delivery) => listedDelivery(delivery, phrases)),
    filter: { ...filter, isEmpty: DeliveryFilter.isEmpty(filter) },
    choices: { events: EVENT_TYPES, examples: EXAMPLES, statuses: STATUSES, periods: PERIODS },
    // what is older does not change by itself
    isLive: !filter.after,
    here: path + DeliveryFilter.query(filter, filter.after),
    newestHref: filter.after && path + DeliveryFilter.query(filter),
    olderHref: hasOlder && last ? path + DeliveryFilter.query(filter, last) : null,
  })
}
