import { SYSTEM, type Actor } from '#app/audit/actor'
import { AuditTrail } from '#app/audit/audit_trail'
import { SecurityTrail } from '#app/audit/security_trail'
import Document from '#app/documents/document'
import DocumentNotFound from '#app/documents/errors/document_not_found'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import Tenant from '#app/tenants/tenant'

const REASON = 'Taken down by the platform'

interface Order {
  tenantId: string
  documentId: string
  operatorId: string
}

/**
 * Voids a document in the platform's name: signing ends with the neutral page of every void, and the trail says through whom. Again it
 * changes nothing: the process may have died before the platform knew of it.
 *
 * @throws DocumentNotFound, DocumentTransitionRefused once it is at its end, or all have signed
 */
export async function takeDown({ tenantId, documentId, operatorId }: Order): Promise<void> {
  const tenant = await Tenant.find(tenantId)
  if (!tenant?.isReachable) throw new DocumentNotFound()
  const by: Actor = { ...SYSTEM, via: operatorId }
  const environment = environmentOf(documentId)
  await CurrentTenant.run({ tenant: tenant.ref, environment }, () =>
    unit(async () => {
      const document = await Document.whole(documentId)
      if (!document) throw new DocumentNotFound()
      if (document.status === 'voided' && (await isTakenDown(documentId))) return
      await document.void({ reason: REASON, by })
      const details = { documentId }
      await SecurityTrail.append({ action: 'document.taken_down', actor: by, details })
      if (environment === 'live') await Notice.leave('document.taken_down', { documentId })
    })
  )
}

async function isTakenDown(documentId: string): Promise<boolean> {
  const entries = await AuditTrail.read(documentId)
  const { actor } = entries.findLast(({ action }) => action === 'document.voided')?.body ?? {}
  return actor?.type === 'system' && isIdentifier('opr', actor.via)
}
