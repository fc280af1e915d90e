import type Endpoint from '#app/webhooks/endpoints/endpoint'

const REASONS: Record<string, string> = {
  gone: 'Your server answered 410, so we stopped sending to it.',
  failing:
    'We could not deliver anything for five days, so we stopped sending. When your server answers again, enable the endpoint and send the missed events.',
}

/** An endpoint as its pages show it. */
export function endpointView(endpoint: Endpoint) {
  const { id, name, url, events, includeValues, status, createdAt, pendingSecret, pendingSince } =
    endpoint
  return {
    ...{ id, name, url, events, includeValues, status, createdAt },
    title: name || 'Endpoint',
    note: noteOf(endpoint),
    restsUntil: status === 'enabled' ? endpoint.restsUntil : null,
    failingSince: status === 'enabled' ? endpoint.failingSince : null,
    isAboutToEnd: status === 'enabled' && endpoint.warnedAt !== null,
    hasPendingSecret: Boolean(pendingSecret),
    pendingSince,
  }
}

/** What something may be sent to. */
export function targetView({ id, name, url }: Endpoint) {
  return { id, label: name || url }
}

function noteOf({ status, disabledReason }: Endpoint): string | null {
  if (status === 'paused') return 'Deliveries wait until you resume; none is lost.'
  if (status !== 'disabled') return null
  return REASONS[disabledReason ?? ''] ?? 'We send nothing there.'
}
