/** One line of the documentation of errors. */
export interface ErrorEntry<Code extends string = string> {
  code: Code
  status: number
  /** When it is answered, and what to do about it. */
  meaning: string
}

/** Every code that an operation of the API may answer with; the documentation and its page are written from this. */
export const ERROR_CATALOGUE = [
  entry(400, 'malformed_json', 'The body is not one JSON object in UTF-8. Nothing was done.'),
  entry(
    400,
    'malformed_multipart',
    'The parts of the form cannot be told apart. Let your HTTP library set boundary and Content-Type.'
  ),
  entry(400, 'body_cut_off', 'The connection ended before the whole body had come.'),
  entry(
    400,
    'malformed_request',
    'What came is not a request of HTTP/1.1. The connection is closed.'
  ),
  entry(400, 'unknown_field', '`param` names a field that the operation does not have.'),
  entry(400, 'unknown_parameter', '`param` names a query parameter that it does not have.'),
  entry(
    400,
    'invalid_cursor',
    'The cursor belongs to another list or was changed. Use `nextCursor` as it came.'
  ),
  entry(
    401,
    'missing_key',
    'No key came along. Send it in the header `Authorization: Bearer <API_KEY>`.'
  ),
  entry(
    401,
    'invalid_key',
    'The key is incomplete, mistyped, unknown, or belongs to another account than the host.'
  ),
  entry(401, 'revoked_key', 'The key was revoked. Make a new one under Settings, API keys.'),
  entry(401, 'expired_key', 'The key has expired. Make a new one under Settings, API keys.'),
  entry(
    402,
    'signer_limit_exceeded',
    'The plan allows fewer signers per document; `details` say how many. The sandbox has the same limit.'
  ),
  entry(
    402,
    'tenant_limit_exceeded',
    'The reseller has as many tenants as it may have; `details.limit` says how many.'
  ),
  entry(
    402,
    'quota_exceeded',
    'The plan has no more documents or signatures this month; `details` say how many, and when the month ends.'
  ),
  entry(
    403,
    'insufficient_scope',
    'The key lacks the scope that `details.required` names. Add it under Settings, API keys, or use another key.'
  ),
  entry(403, 'feature_not_in_plan', 'The plan does not include what `details.feature` names.'),
  entry(
    403,
    'tenant_suspended',
    'The account is suspended: the API, creating and sending are stopped.'
  ),
  entry(
    403,
    'owner_unverified',
    'Nothing real is sent before an owner of the account has confirmed their address by the link sent to it.'
  ),
  entry(
    403,
    'ip_not_allowed',
    'The key may be used from other addresses only: they are named on its page under Settings, API keys.'
  ),
  entry(403, 'live_key_required', 'The operation exists for live keys only.'),
  entry(403, 'test_key_required', 'The operation exists for test keys only.'),
  entry(
    403,
    'https_required',
    'The request came in clear. There is no redirect, so that no key travels in clear twice; revoke this one.'
  ),
  entry(404, 'route_not_found', 'No operation is at this address.'),
  entry(404, 'document_not_found', 'There is no such document in this account.'),
  entry(
    404,
    'tenant_not_found',
    'There is no such tenant below this account, whether or not there is one elsewhere.'
  ),
  entry(404, 'signer_not_found', 'No signer of this document has this id.'),
  entry(404, 'delivery_not_found', 'There is no such delivery in this account.'),
  entry(404, 'webhook_not_found', 'There is no such webhook endpoint in this account.'),
  entry(
    404,
    'mode_mismatch',
    'The id belongs to the other environment: a test key sees test data only, a live key live data only.'
  ),
  entry(405, 'method_not_allowed', 'The address answers to the methods in the header `Allow`.'),
  entry(406, 'not_acceptable', 'The header `Accept` rules out what the operation answers with.'),
  entry(408, 'request_timeout', 'The request did not arrive in time. The connection is closed.'),
  entry(
    409,
    'document_state_conflict',
    'The document is in a state that does not allow this; `details.currentStatus` names it.'
  ),
  entry(409, 'slug_taken', 'Another tenant has this slug, or had it. Choose another.'),
  entry(
    409,
    'tenant_state_conflict',
    'The tenant is in a state that does not allow this; `details.currentStatus` names it.'
  ),
  entry(
    409,
    'legal_hold',
    'The account is under a legal hold: nothing in it can be erased until its owners lift the hold.'
  ),
  entry(
    409,
    'idempotency_in_progress',
    'A request with this `Idempotency-Key` is being answered. Ask again in a moment, with the same key.'
  ),
  entry(409, 'webhook_disabled', 'The endpoint is disabled: enable it first.'),
  entry(
    410,
    'document_erased',
    'The document was erased: its files are gone. Its hashes and its audit trail are still there.'
  ),
  entry(
    413,
    'file_too_large',
    'A PDF may have 25 MiB, a JSON body with the base64 of one 34 MiB; `details.limit` is in bytes.'
  ),
  entry(
    415,
    'unsupported_media_type',
    'The body has a type, encoding or compression that the operation does not read.'
  ),
  entry(416, 'range_not_satisfiable', 'The range lies outside of the file.'),
  entry(
    422,
    'validation_failed',
    'Values do not fit. `details` lists every fault as `{param, code, message}`.'
  ),
  entry(
    422,
    'slug_refused',
    'A slug is 1 to 40 lower-case letters, digits and single hyphens, and is not a reserved name.'
  ),
  entry(
    422,
    'plan_not_sellable',
    'The reseller may not sell this plan; `details.sellable` lists those it may.'
  ),
  entry(
    422,
    'idempotency_key_reused',
    'The `Idempotency-Key` was used for another request within 24 hours. Use a new one for each.'
  ),
  entry(
    422,
    'pdf_malformed',
    'The file is not a PDF that every program reads alike; the message names the page or the damage.'
  ),
  entry(
    422,
    'pdf_encrypted',
    'The PDF needs a password to be opened, or may not be changed. Remove its protection first.'
  ),
  entry(422, 'pdf_already_signed', 'The PDF carries a signature, which any change would break.'),
  entry(
    422,
    'pdf_unsafe',
    'The PDF shows different things in different places: a form that only some programs draw (XFA), a layer that differs on screen and on paper. The message says which.'
  ),
  entry(422, 'too_many_pages', 'The PDF has more than 500 pages.'),
  entry(422, 'field_off_page', 'A field leaves its page; `details` tell the size of the page.'),
  entry(422, 'url_forbidden', 'The address must begin with https:// and lead to a public host.'),
  entry(
    422,
    'url_unreachable',
    'The address did not answer in time, or not with a file. `details.reason` says what went wrong.'
  ),
  entry(422, 'too_many_webhooks', 'There are 20 endpoints in this environment already.'),
  entry(
    429,
    'new_account_limit',
    'A new account sends so many documents a day as `details.limit` says. Go on tomorrow, or ask support for more.'
  ),
  entry(
    429,
    'rate_limited',
    'More requests in a minute than the plan allows, counted for all keys of an environment, or ten in a second from your address with keys that do not work. Wait as long as `Retry-After` says.'
  ),
  entry(
    429,
    'reminder_too_soon',
    'The signers were reminded within the last hour. Wait as long as `Retry-After` says.'
  ),
  entry(
    431,
    'headers_too_large',
    'The headers of the request have more than 16 kB together. The connection is closed.'
  ),
  entry(
    500,
    'internal_error',
    'Something broke on our side. It was written down; tell support the `requestId`.'
  ),
  entry(
    500,
    'file_damaged',
    'A stored file of the document is damaged, so it was not sent. Our operators were alerted; trying again does not help.'
  ),
  entry(
    500,
    'evidence_contradicted',
    'What is on record of the document contradicts its audit trail, so no certificate is made from it. Our operators were alerted; trying again does not help.'
  ),
  entry(
    503,
    'outcome_unknown',
    'The connection to the database broke while the change was being stored: it was made whole, or not at all. Send the same request with the same `Idempotency-Key`, and you get its answer; without a key, look first whether it was made.'
  ),
  entry(
    503,
    'unavailable',
    'Something that is needed is away, or a sandbox is being made. Try again after `Retry-After` seconds.'
  ),
]

export type ErrorCode = (typeof ERROR_CATALOGUE)[number]['code']

function entry<Code extends string>(status: number, code: Code, meaning: string): ErrorEntry<Code> {
  return { status, code, meaning }
}
