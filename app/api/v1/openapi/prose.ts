/** What stands before the operations. */
export const INTRODUCTION = `Send PDFs to be signed, follow what happens to them, and get them back sealed.

Send \`Authorization: Bearer <API_KEY>\` with every request. A key that begins with \`svc_test_\` works only in the sandbox, where the
signer \`signer@sandbox.test\` signs automatically five seconds after the invitation and no email is really sent.

Every response is one JSON object with \`object\`, \`livemode\` and \`requestId\`. Times are ISO 8601 in UTC with milliseconds. Unknown fields and
query parameters are refused. An unknown path gets 404 \`route_not_found\`, a wrong method 405 \`method_not_allowed\`.`

const SOME_TAG = '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"'

const conditional = (name: string, description: string, example: string) => ({
  ...{ name, in: 'header', required: false, description },
  schema: { type: 'string' },
  example,
})

export const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes sure that a change happens only once, however often you repeat the request within 24 hours. Repetitions get the response to the first request.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '0f8fad5b-d9cb-469f-a165-70867728950e',
  },
  Range: conditional(
    'Range',
    'Which bytes to send: one range. Anything else gets the whole file.',
    'bytes=0-1023'
  ),
  IfRange: conditional(
    'If-Range',
    'The `ETag` of the bytes that you have in part: the range is sent only if the file is still the same, otherwise the whole file.',
    SOME_TAG
  ),
  IfNoneMatch: conditional(
    'If-None-Match',
    'The `ETag` of what you have, or several of them, with commas between. If one is current, the answer is 304 without content.',
    SOME_TAG
  ),
}

const header = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
})

export const HEADERS = {
  RequestId: header(
    'The id of this request; support will ask for it.',
    'req_01m7y40e2r6eqbqt8qhhqb7vwv'
  ),
  Location: header(
    'The path of the new resource.',
    '/api/v1/documents/doc_01m7y40e2r6eqbqt8qhhqb7vwv'
  ),
  RateLimit: header(
    'How many requests are left, and in how many seconds the limit resets.',
    '"minute";r=299;t=60'
  ),
  RateLimitPolicy: header(
    'How many requests are allowed in how many seconds.',
    '"minute";q=300;w=60'
  ),
  XRateLimitLimit: header('How many requests are allowed per minute.', '300'),
  XRateLimitRemaining: header('How many requests are left.', '299'),
  XRateLimitReset: header('Seconds until the limit resets.', '60'),
  Link: header(
    'With JSON lines: the address of the next page.',
    '</api/v1/security/events?format=ocsf&cursor=c2VjdXJpdHlfZXZlbnRzCjQy>; rel="next"'
  ),
  RetryAfter: header('Seconds to wait.', '5'),
  ContentDisposition: header(
    'The name of the file.',
    'attachment; filename="Contract of sale.pdf"; filename*=UTF-8\'\'Contract%20of%20sale.pdf'
  ),
  ETag: header(
    'Names these bytes, for `If-None-Match` and `If-Range`: for files, their SHA-256.',
    SOME_TAG
  ),
  AcceptRanges: header('Byte ranges are supported.', 'bytes'),
  ContentRange: header('Which bytes these are, and of how many.', 'bytes 0-1023/48213'),
  WwwAuthenticate: header('The supported authentication scheme.', 'Bearer'),
  IdempotentReplayed: header(
    '`true` if this is the stored response to an earlier request.',
    'true'
  ),
}

/** Of every delivery. */
export const WEBHOOK_HEADERS = [
  ['X-Service-Event', 'The name of the event.', 'document.completed'],
  [
    'X-Service-Delivery',
    'The id of the delivery, the same for all its attempts.',
    'del_01m7y40e2r6eqbqt8qhhqb7vwv',
  ],
  ['X-Service-Attempt', 'Starts at 1.', '1'],
  [
    'X-Service-Signature',
    'The HMAC-SHA256 of the body, keyed with the whole secret, in hexadecimal.',
    'sha256=6d2f5f5e2f3b6c1d0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9d8e7f',
  ],
  [
    'webhook-id',
    'The id of the event, the same for all its deliveries.',
    'evt_01m7y40e2r6eqbqt8qhhqb7vwv',
  ],
  ['webhook-timestamp', 'The time of this attempt, in seconds.', '1773480413'],
  [
    'webhook-signature',
    'As defined by Standard Webhooks.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
].map(([name, description, example]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
}))
