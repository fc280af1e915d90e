import type Document from '#app/documents/document'
import { signingUrl } from '#app/documents/document_transformer'
import type Signer from '#app/documents/signers/signer'
import { environmentOf } from '#app/foundation/identifier'
import { publicUrl } from '#app/tenants/hosts/public_address'
import type Standing from '#app/tenants/standing'

export async function signerLink(signer: Signer, standing: Standing): Promise<string> {
  return signingUrl(await signer.token(), standing)
}

/** The document in the dashboard, for those who log in there. */
export function dashboardLink({ id }: Document, { host }: Standing): string {
  const base = environmentOf(id) === 'test' ? '/test' : ''
  return publicUrl(host, `${base}/documents/${id}`)
}
