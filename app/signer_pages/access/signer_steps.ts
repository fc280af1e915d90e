import type { HttpContext } from '@adonisjs/core/http'
import type { ClientInfo } from '#app/signing/links/signer_client'
import { Signing } from '#app/signing/signing'
import { signerClientInfo } from './signer_client_info.js'

/** From where the signer of this link acts: in person, on the device of a member. */
export function signerClient({ request, signing }: HttpContext): ClientInfo {
  const client = signerClientInfo(request)
  return signing.hosting ? { ...client, via: signing.hosting.id } : client
}

/** What the signer of this link does with the document. */
export function stepsOf(ctx: HttpContext): Signing {
  const { document, signer } = ctx.signing
  return new Signing(document.id, signer.id, signerClient(ctx), signer.tokenSha256)
}
