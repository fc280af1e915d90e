import type TenantEntitlements from '#app/tenants/tenant_entitlements'
import { DEFAULT_EXPIRES_IN_DAYS } from './limits.js'
import SignerLimitExceeded from './errors/signer_limit_exceeded.js'

interface Measured {
  signers: number
  expiresInDays: number
}

/**
 * What the plan allows one document: asked when it is drafted, and again when it is sent, for the plan may have changed since.
 *
 * @throws SignerLimitExceeded, FeatureNotInPlan
 */
export function assertWithinPlan(
  entitlements: TenantEntitlements,
  { signers, expiresInDays }: Measured
): void {
  const limit = entitlements.limit('signersPerDocument')
  if (limit !== null && signers > limit)
    throw new SignerLimitExceeded(entitlements.plan, limit, signers)
  if (expiresInDays !== DEFAULT_EXPIRES_IN_DAYS) entitlements.require('customExpiry', ['expiresIn'])
}
