import type { EventName } from '#app/events/event_name'
import { record } from '#app/events/record'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'

/** Something that subscribers are told, without the document that it would be about. In the scope that is entered. */
export async function makeEvent(
  name: EventName = 'document.sent',
  data: Record<string, unknown> = {}
) {
  const documentId = 'doc_01m7y3b4440afeee55e5w4v8jj'
  await unit(async () => record({ name, ref: documentId, data: { documentId, ...data } }))
  const [[event]] = await CurrentTenant.batch([
    { text: 'select id, body from events order by position desc limit 1' },
  ])
  return event as { id: string; body: string }
}
