import Document from '#app/documents/document'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'

const FETCH = `select f.ip_address, f.user_agent, f.recorded_at, s.id as signer_id, s.document_id
  from link_fetches f join signers s on s.id = f.signer_id where f.id = $1`

/** The work `link.fetched`: writes the fetch of a link into the trail of its document, once. */
export default async function writeLinkFetch(task: Task): Promise<void> {
  await unit(async () => {
    const [[fetch]] = await Outbox.hold(task, { text: FETCH, values: [task.ref] })
    if (fetch && fetch.recorded_at === null) await write(fetch, task.ref)
    await Outbox.finish(task)
  })
}

async function write(fetch: Record<string, unknown>, id: string): Promise<void> {
  await Document.change(fetch.document_id as string, (change) => {
    const signer = change.document.signers.find((one) => one.id === fetch.signer_id)
    if (!signer) return
    // noted while its document was being erased
    if (change.document.isErased)
      return change.write({ text: 'delete from link_fetches where id = $1', values: [id] })
    const client = { ipAddress: fetch.ip_address as string, userAgent: fetch.user_agent as string }
    change.log({ action: 'link.fetched', actor: signer.actor(client) })
    change.write({
      text: 'update link_fetches set recorded_at = $2 where id = $1',
      values: [id, tenantClock.now()],
    })
  })
}
