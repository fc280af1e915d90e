import { AuditVerification } from '#app/audit/audit_verification'
import EvidenceContradicted from '#app/audit/errors/evidence_contradicted'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import { documentEvidence } from './document_evidence.js'

/** The work `evidence.check`: an alarm that ends when the evidence of the document agrees again. @throws EvidenceContradicted */
export default async function checkEvidence(task: Task): Promise<void> {
  const { tenant, environment } = CurrentTenant.get()
  const verification = new AuditVerification(tenant, environment, documentEvidence)
  const { findings } = await verification.ofDocuments([task.ref])
  if (findings.length > 0)
    throw new EvidenceContradicted(
      task.ref,
      findings.map(({ message }) => message)
    )
  await unit(() => Outbox.finish(task))
}
