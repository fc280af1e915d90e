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
import TenantSuspended from '#app/identity/errors/tenant_suspended'
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
    'The key is incomplete, mistyped, unknown, or belongs to another account than the host.'
  ),
  refused(RevokedKey, 'The key was revoked. Make a new one under Settings, API keys.'),
  refused(ExpiredKey, 'The key has expired. Make a new one under Settings, API keys.'),
  refused(
    SignerLimitExceeded,
    'The plan allows fewer signers per document; `details` say how many. The sandbox has the same limit.'
  ),
  refused(
    TenantLimitExceeded,
    'The reseller has as many tenants as it may have; `details.limit` says how many.'
  ),
  refused(
    QuotaExceeded,
    'The plan has no more documents or signatures this month; `details` say how many, and when the month ends.'
  ),
  refused(
    InsufficientScope,
    'The key lacks the scope that `details.required` names. Add it under Settings, API keys, or use another key.'
  ),
  refused(FeatureNotInPlan, 'The plan does not include what `details.feature` names.'),
  refused(TenantSuspended, 'The account is suspended: the API, creating and sending are stopped.'),
  refused(
    OwnerUnverified,
    'Nothing real is sent before an owner of the account has confirmed their address by the link sent to it.'
  ),
  refused(
    IpNotAllowed,
    'The key may be used from other addresses only: they are named on its page under Settings, API keys.'
  ),
  refused(LiveKeyRequired, 'The operation exists for live keys only.'),
  refused(TestKeyRequired, 'The operation exists for test keys only.'),
  refused(
    HttpsRequired,
    'The request came in clear. There is no redirect, so that no key travels in clear twice; revoke this one.'
  ),
]
