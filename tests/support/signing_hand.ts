import Document from '#app/documents/document'
import { Signing } from '#app/signing/signing'
import type { ClientInfo } from '#app/signing/links/signer_client'
import type { Environment } from '#app/foundation/environment'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'

const CLIENT = {
  ipAddress: '203.0.113.7',
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
}

/** One signer opens, agrees, reads and signs or approves, as a person does in a browser. */
export async function sign(
  tenant: Tenant,
  documentId: string,
  email: string,
  environment: Environment = 'live',
  client: ClientInfo = CLIENT
): Promise<void> {
  await CurrentTenant.run({ tenant: tenant.ref, environment }, async () => {
    const document = await Document.whole(documentId)
    const signer = document?.signers.find((one) => one.email === email)
    if (!document || !signer) throw new RangeError(`Nobody at ${email} signs ${documentId}`)
    const signing = new Signing(documentId, signer.id, client)
    await signing.open()
    await signing.consent()
    await signing.view()
    const values = Object.fromEntries(
      document
        .fieldsOf(signer)
        .filter(({ type }) => type === 'text')
        .map(({ id }) => [id, 'As agreed'])
    )
    await new Signing(documentId, signer.id, client).sign({
      values,
      ...(signer.isSigning && { signature: { kind: 'typed', text: signer.name } }),
    })
  })
}
