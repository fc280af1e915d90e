import Document from '#app/documents/document'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { Certificate } from './certificate.js'

/** The work `certificate`: a document has ended. */
export default async function makeCertificate(task: Task): Promise<void> {
  const document = Document.from(await Outbox.hold(task, ...Document.reading(task.ref)))
  if (document?.endedAt && !document.isErased && !document.certificateSha256)
    await Certificate.make(task.ref)
  await unit(() => Outbox.finish(task))
}
