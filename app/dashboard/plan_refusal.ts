import FeatureNotInPlan from '#app/tenants/errors/feature_not_in_plan'
import QuotaExceeded from '#app/tenants/errors/quota_exceeded'
import SignerLimitExceeded from '#app/documents/errors/signer_limit_exceeded'
import type { Refusal } from '#app/foundation/refusal'

const CODES = [FeatureNotInPlan, QuotaExceeded, SignerLimitExceeded].map(({ apiCode }) => apiCode)

/** Whether another plan would allow it, so that the page leads to the plans. */
export function isOfPlan({ apiCode }: Pick<Refusal, 'apiCode'>): boolean {
  return CODES.includes(apiCode)
}
