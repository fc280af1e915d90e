import type Attempt from '#app/webhooks/deliveries/attempt'

const NO_ANSWER: Record<string, string> = {
  dns: 'The host name could not be resolved.',
  connect: 'No connection could be made: nothing is listening there, or a firewall blocks it.',
  tls: 'No secure connection could be made. Check the certificate: its name, its expiry, and whether its chain is complete.',
  closed: 'The server closed the connection before its response was complete.',
  answer: 'The response was not valid HTTP.',
  timeout:
    'There was no complete response within 15 seconds. Answer first, and do the work afterwards.',
  url_forbidden: 'The URL leads to a private network, to which we send nothing.',
}

/** What an attempt came to, and what it means. */
export function outcomeWords({ statusCode, error }: Attempt) {
  if (statusCode === null) {
    const [reason] = (error ?? '').split(' ')
    return { answer: 'No answer', explanation: NO_ANSWER[reason] ?? 'The server did not respond.' }
  }
  return { answer: String(statusCode), explanation: meaning(statusCode) }
}

function meaning(status: number): string {
  if (status >= 200 && status < 300) return 'Your server accepted it.'
  if (status >= 300 && status < 400)
    return 'Redirects are not followed. Enter the final URL for the endpoint.'
  if (status === 401 || status === 403)
    return 'Your server refused the request. Exempt this path from log-in and firewall, and verify the signature instead.'
  if (status === 404) return 'There is nothing at this URL on your server.'
  if (status === 405) return 'Your server does not accept POST at this URL.'
  if (status === 410)
    return 'Your server says that this URL is permanently gone, so the endpoint was disabled.'
  if (status === 413) return 'Your server does not accept a body of this size.'
  if (status === 429) return 'Your server is overloaded. We respect its Retry-After within limits.'
  if ([502, 503, 504].includes(status)) return 'The proxy in front of your server cannot reach it.'
  if (status >= 500) return 'Your server failed to process it. See its log.'
  return 'Only a response between 200 and 299 counts as accepted.'
}
