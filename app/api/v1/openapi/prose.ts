/** What stands before the operations. */
export const INTRODUCTION = `Send PDFs to be signed, follow what happens to them, and get them back sealed.

Every request carries \`Authorization: Bearer <API_KEY>\`. A key that begins with \`svc_test_\` sees and touches the sandbox alone, where the
signer \`signer@sandbox.test\` signs by itself five seconds after the invitation and no mail leaves the house.

Every answer is one JSON object with \`object\`, \`livemode\` and \`requestId\`. Times are ISO 8601 in UTC with milliseconds. Unknown fields and
query parameters are refused. An address without an operation answers 404 \`route_not_found\`, a wrong method 405 \`method_not_allowed\`.`

export const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a change once however often it is asked for, for 24 hours. A repetition gets the answer of the first request.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '0f8fad5b-d9cb-469f-a165-70867728950e',
  },
}

const header = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
})

export const HEADERS = {
  RequestId: header('Of this request; support asks for it.', 'req_01m7y40e2r6eqbqt8qhhqb7vwv'),
  Location: header('Where it is.', '/api/v1/documents/doc_01m7y40e2r6eqbqt8qhhqb7vwv'),
  RateLimit: header(
    'How many requests are left, and seconds until all are again.',
    '"minute";r=299;t=60'
  ),
  RateLimitPolicy: header(
    'How many requests there are in how many seconds.',
    '"minute";q=300;w=60'
  ),
  XRateLimitLimit: header('How many requests there are in a minute.', '300'),
  XRateLimitRemaining: header('How many of them are left.', '299'),
  XRateLimitReset: header('Seconds until all are again.', '60'),
  RetryAfter: header('Seconds to wait.', '5'),
  ContentDisposition: header(
    'What the file is called.',
    'attachment; filename="Contract of sale.pdf"; filename*=UTF-8\'\'Contract%20of%20sale.pdf'
  ),
  ETag: header(
    'Of these bytes: their SHA-256. Give it as `If-None-Match` or `If-Range`.',
    '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"'
  ),
  AcceptRanges: header('Ranges of bytes are served.', 'bytes'),
  ContentRange: header('Which bytes of how many these are.', 'bytes 0-1023/48213'),
  WwwAuthenticate: header('Which way of showing who asks is understood.', 'Bearer'),
  IdempotentReplayed: header('`true` when this answers a repetition.', 'true'),
}

/** Of every delivery. */
export const WEBHOOK_HEADERS = [
  ['X-Service-Event', 'The name of the event.', 'document.completed'],
  [
    'X-Service-Delivery',
    'Of this delivery, the same for all its attempts.',
    'del_01m7y40e2r6eqbqt8qhhqb7vwv',
  ],
  ['X-Service-Attempt', 'From 1.', '1'],
  [
    'X-Service-Signature',
    'HMAC-SHA256 over the body, keyed with the whole secret, in hexadecimal.',
    'sha256=6d2f5f5e2f3b6c1d0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9d8e7f',
  ],
  ['webhook-id', 'Of the event, the same for all deliveries.', 'evt_01m7y40e2r6eqbqt8qhhqb7vwv'],
  ['webhook-timestamp', 'Of this attempt, in seconds.', '1773480413'],
  [
    'webhook-signature',
    'As Standard Webhooks has it.',
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
