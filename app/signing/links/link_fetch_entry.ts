import Document from '#app/documents/document'
import { type LinkFetch, logFetch } from '#app/documents/signers/fetched_link'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { query } from '#app/tenancy/statement'

const FETCH = `select f.id, f.ip_address, f.user_agent, f.recorded_at, s.id as signer_id, s.document_id
  from link_fetches f join signers s on s.id = f.signer_id where f.id = $1`

type FetchOfDocument = LinkFetch & {
  recorded_at: Date | null
  signer_id: string
  document_id: string
}

/** The work `link.fetched`: writes the fetch of a link into the trail of its document, once. */
export default async function writeLinkFetch(task: Task): Promise<void> {
  await unit(async () => {
    const [[fetch]] = await Outbox.hold(task, query<FetchOfDocument>(FETCH, [task.ref]))
    if (fetch && fetch.recorded_at === null) await write(fetch)
    await Outbox.finish(task)
  })
}

async function write(fetch: FetchOfDocument): Promise<void> {
  await Document.change(fetch.document_id, (change) => {
    const signer = change.document.signers.find((one) => one.id === fetch.signer_id)
    if (!signer) return
    // noted while its document was being erased
    if (change.document.isErased)
      return change.write({ text: 'delete from link_fetches where id = $1', values: [fetch.id] })
    logFetch(change, signer, fetch)
  })
}
