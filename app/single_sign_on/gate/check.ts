/** What is asked of a message before anybody is let in, in this order. The first failure ends it. */
export const CHECKS = {
  request: 'The message came by POST, and single sign-on is open here',
  encoding: 'It is base64 of at most 128 KiB',
  characters: 'Its bytes are UTF-8',
  markup: 'It has no DTD, processing instruction, comment or CDATA section',
  size: 'It is neither too deep nor too large',
  xml: 'It is well-formed',
  schema: 'It follows the schemas of SAML 2.0',
  shape: 'It has one assertion, and every signature signs its own parent by allowed algorithms',
  encryption: 'It is encrypted by allowed algorithms',
  response: 'The response is fresh, for this address, from this provider, and reports success',
  signature: 'Every signature was made with a certificate of the provider',
  assertion: 'The assertion is in time, for this audience and recipient, about one subject',
  in_response_to: 'It answers a request of this tenant that has not been answered',
  session: 'It says how the person was authenticated, and that session has not ended',
  replay: 'The assertion has not been used before',
  browser: 'It came back to the browser that began',
  account: 'It leads to a member',
  seats: 'The plan has room, and the tenant is not suspended',
  log_in: 'A new session was opened',
} as const

export type Check = keyof typeof CHECKS

export const CHECK_NAMES = Object.keys(CHECKS) as Check[]
