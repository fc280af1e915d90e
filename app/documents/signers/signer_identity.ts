import type { InputPath } from '#app/foundation/input_path'
import type { InputFault } from '#app/foundation/input_refused'
import { Vouching, type Obstacle } from '#app/single_sign_on/vouching'
import DraftRefused from '../errors/draft_refused.js'

/** How a signer may be asked to prove who they are, beyond the link: at the tenant's identity provider, at the moment of signing. */
export const IDENTITY_CHECKS = ['single_sign_on'] as const

export type IdentityCheck = (typeof IDENTITY_CHECKS)[number]

interface Asked {
  email: string
  identity?: IdentityCheck | null
}

export const OBSTACLES: Record<Obstacle, string> = {
  sandbox: 'The sandbox has no identity provider: ask for this in live documents only',
  not_in_plan: 'The plan has no single sign-on, which vouches for signers',
  no_provider: 'No identity provider is connected and turned on',
  domain_not_proved:
    'The identity provider vouches for addresses of proved domains only, and this one is of none',
}

/**
 * Every signer who has to prove who they are can do so at this moment.
 *
 * @param pathTo  where the caller named it, by the signer's position
 * @throws DraftRefused
 */
export async function assertProvable(
  signers: readonly Asked[],
  pathTo = (index: number): InputPath => ['signers', index, 'identity']
): Promise<void> {
  if (!signers.some(({ identity }) => identity)) return
  const vouching = await Vouching.current()
  const faults = signers.flatMap(({ email, identity }, index): InputFault[] => {
    const obstacle = identity ? vouching.obstacleFor(email) : null
    return obstacle ? [{ path: pathTo(index), code: obstacle, message: OBSTACLES[obstacle] }] : []
  })
  if (faults.length > 0) throw new DraftRefused(faults)
}

/** What the vault binds a provider's answer about a signer to. */
export function identityName(signerId: string): string {
  return `${signerId}|identity`
}
