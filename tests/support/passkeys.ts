import type { Answer } from '#tests/factories/api_client'
import { publicUrl } from '#app/tenants/hosts/public_address'
import type { Visitor } from '#tests/support/dashboard_visitor'
import { SoftAuthenticator, type Asked, type Lies } from '#tests/support/soft_authenticator'

/** What the server asks an authenticator for. */
export async function optionsFrom(visitor: Visitor, path: string): Promise<Asked> {
  const { body } = await visitor.post(path)
  return body as unknown as Asked
}

/** A person's authenticator, at the host of their browser. */
export function authenticatorOf(visitor: Visitor, isSynced = false): SoftAuthenticator {
  return new SoftAuthenticator(new URL(publicUrl(visitor.host, '/')).origin, isSynced)
}

/** Adds a passkey to the account of somebody who is logged in. */
export async function addPasskey(
  visitor: Visitor,
  device = authenticatorOf(visitor),
  { name = 'Laptop', lies = {} }: { name?: string; lies?: Lies } = {}
): Promise<{ device: SoftAuthenticator; answer: Answer }> {
  const asked = await optionsFrom(visitor, '/account/passkeys/options')
  const answer = await visitor.post('/account/passkeys', { answer: device.make(asked, lies), name })
  return { device, answer }
}

/** Sends what an authenticator answers to one of the places that take a passkey. */
export async function usePasskey(
  visitor: Visitor,
  device: SoftAuthenticator,
  path: string,
  { lies = {}, values = {} }: { lies?: Lies; values?: Record<string, string> } = {}
): Promise<Answer> {
  const asked = await optionsFrom(visitor, `${path}/options`)
  const field = path === '/account/confirm' ? 'confirmPasskey' : 'answer'
  return visitor.post(path, { [field]: device.use(asked, lies), ...values })
}
