import type Document from '#app/documents/document'
import { signingUrl } from '#app/documents/document_transformer'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'

export interface SignerLink {
  email: string
  url: string
}

/** Where each signer signs who has a link. A draft has nobody to ask yet. */
export async function signerLinks(
  document: Document,
  entitlements: TenantEntitlements
): Promise<SignerLink[]> {
  if (document.status === 'draft') return []
  return Promise.all(
    document.linked.map(async (signer) => ({
      email: signer.email,
      url: signingUrl(await signer.token(), entitlements),
    }))
  )
}
