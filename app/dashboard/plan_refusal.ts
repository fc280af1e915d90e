import FeatureNotInPlan from '#app/tenants/errors/feature_not_in_plan'
import QuotaExceeded from '#app/tenants/errors/quota_exceeded'
import SignerLimitExceeded from '#app/documents/errors/signer_limit_exceeded'
import type { Refusal } from '#app/foundation/refusal'

const CODES = [FeatureNotInPlan, QuotaExceeded, SignerLimitExceeded].map(({ code }): string => code)

/** Whether another plan would allow it, so that the page leads to the plans. */
export function isOfPlan({ code }: Pick<Refusal, 'code'>): boolean {
  return CODES.includes(code)
}
