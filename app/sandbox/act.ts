import Document from '#app/documents/document'
import { scenarioOf } from '#app/documents/signers/scenario_address'
import Signer from '#app/documents/signers/signer'
import { gateOf } from '#app/signing/links/gate'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { SCENARIOS } from './scenarios.js'

/** The work `sandbox.act`: a signer at `@sandbox.test`, 5 seconds after its own invitation. Others wait for a person. */
export default async function act(task: Task): Promise<void> {
  const signer = await Signer.find(task.ref)
  const scenario = signer && scenarioOf(signer.email)
  if (!scenario || CurrentTenant.get().environment !== 'test') return Outbox.finish(task)
  try {
    await SCENARIOS[scenario](signer)
  } catch (error) {
    // signed on an earlier try, or the document has ended: refused as a person is, and over
    if (await isOpenTo(signer)) throw error
  }
  await Outbox.finish(task)
}

async function isOpenTo({ id, documentId }: Signer): Promise<boolean> {
  const document = await Document.whole(documentId)
  const signer = document?.signers.find((one) => one.id === id)
  return document !== null && signer !== undefined && gateOf(document, signer, false) === 'open'
}
