import { isIdentifier } from '#app/foundation/identifier'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import Document from '../document.js'
import { Vault } from './vault.js'

const NAME = /^(?:original|canonical)(?:-[0-9a-f]{16})?$/

/** The work `documents.remove_file`: a file that a draft had before another took its place. What is in force stays, whatever the work says. */
export default async function removeReplacedFile(task: Task): Promise<void> {
  const [id, name] = task.ref.split('/')
  if (isIdentifier('doc', id) && NAME.test(name ?? '')) {
    const document = await Document.find(id)
    const inForce: string[] = document?.uploadedFiles ?? []
    if (!inForce.includes(name)) await Vault.removeFile(id, name)
  }
  await Outbox.finish(task)
}
