import type Document from '#app/documents/document'
import { signingUrl } from '#app/documents/document_transformer'
import type Signer from '#app/documents/signers/signer'
import { environmentOf } from '#app/foundation/identifier'
import { publicUrl } from '#app/tenants/hosts/public_address'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'

export async function signerLink(
  signer: Signer,
  entitlements: TenantEntitlements
): Promise<string> {
  return signingUrl(await signer.token(), entitlements)
}

/** The document in the dashboard, for those who log in there. */
export function dashboardLink({ id }: Document, { host }: TenantEntitlements): string {
  const base = environmentOf(id) === 'test' ? '/test' : ''
  return publicUrl(host, `${base}/documents/${id}`)
}
