import ExpiredKey from '#app/identity/errors/expired_key'
import FeatureNotInPlan from '#app/tenants/errors/feature_not_in_plan'
import InsufficientScope from '#app/identity/errors/insufficient_scope'
import InvalidKey from '#app/identity/errors/invalid_key'
import IpNotAllowed from '#app/identity/errors/ip_not_allowed'
import LiveKeyRequired from '#app/identity/errors/live_key_required'
import MissingKey from '#app/identity/errors/missing_key'
import OwnerUnverified from '#app/tenants/errors/owner_unverified'
import QuotaExceeded from '#app/tenants/errors/quota_exceeded'
import RevokedKey from '#app/identity/errors/revoked_key'
import SignerLimitExceeded from '#app/documents/errors/signer_limit_exceeded'
import TenantLimitExceeded from '#app/tenants/errors/tenant_limit_exceeded'
import TenantSuspended from '#app/tenants/errors/tenant_suspended'
import TestKeyRequired from '#app/identity/errors/test_key_required'
import HttpsRequired from '../v1/errors/https_required.js'
import { refused } from './error_entry.js'

export const ACCESS = [
  refused(
    MissingKey,
    'No API key was sent. Send it in the header `Authorization: Bearer <API_KEY>`.'
  ),
  refused(
    InvalidKey,
    'The key is incomplete, mistyped or unknown, or it belongs to a different account than the host.'
  ),
  refused(RevokedKey, 'The key was revoked. Create a new one under Settings → API keys.'),
  refused(ExpiredKey, 'The key has expired. Create a new one under Settings → API keys.'),
  refused(
    SignerLimitExceeded,
    'The plan allows fewer signers per document; `details` says how many. The sandbox has the same limit.'
  ),
  refused(
    TenantLimitExceeded,
    'The reseller has reached its maximum number of tenants, which is `details.limit`.'
  ),
  refused(
    QuotaExceeded,
    'The plan’s documents or signatures for this month are used up; `details` says how many there are, and when the month ends.'
  ),
  refused(
    InsufficientScope,
    'The key lacks the scope in `details.required`. Add it under Settings → API keys, or use another key.'
  ),
  refused(
    FeatureNotInPlan,
    'The plan does not include the feature in `details.feature`. Settings → Usage and plan shows what each plan has, and an owner can ask for another one there.'
  ),
  refused(
    TenantSuspended,
    'The account is suspended: nobody can use the API, or create or send documents.'
  ),
  refused(
    OwnerUnverified,
    'An owner of the account has to confirm their address first, by following the link sent to it. Until then, nothing real is sent.'
  ),
  refused(
    IpNotAllowed,
    'The key works only from certain addresses, which its page under Settings → API keys lists.'
  ),
  refused(LiveKeyRequired, 'This operation needs a live key.'),
  refused(TestKeyRequired, 'This operation needs a test key.'),
  refused(
    HttpsRequired,
    'The request was not encrypted. It is not redirected, so that the key is not sent unencrypted again. Revoke this key and use https://.'
  ),
]
