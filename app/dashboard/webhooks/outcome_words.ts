import type Attempt from '#app/webhooks/deliveries/attempt'

const NO_ANSWER: Record<string, string> = {
  dns: 'The name of the server could not be resolved.',
  connect: 'No connection could be made: nothing listens there, or a firewall is in the way.',
  tls: 'No secure connection could be made. Look at the certificate: its name, its end, and whether its chain is complete.',
  closed: 'The server closed the connection before its answer was complete.',
  answer: 'What came back was not HTTP.',
  timeout: 'No complete answer came within 15 seconds. Answer first, and do the work afterwards.',
  url_forbidden: 'The address leads into a private network, where nothing is sent.',
}

/** What an attempt came to, and what it means. */
export function outcomeWords({ statusCode, error }: Attempt) {
  if (statusCode === null) {
    const [reason] = (error ?? '').split(' ')
    return { answer: 'No answer', explanation: NO_ANSWER[reason] ?? 'The server gave no answer.' }
  }
  return { answer: String(statusCode), explanation: meaning(statusCode) }
}

function meaning(status: number): string {
  if (status >= 200 && status < 300) return 'Your server has taken it.'
  if (status >= 300 && status < 400)
    return 'Redirects are not followed. Give the endpoint the address it leads to.'
  if (status === 401 || status === 403)
    return 'Your server refuses the request. Let this path through log-in and firewall, and check the signature instead.'
  if (status === 404) return 'There is nothing at this address of your server.'
  if (status === 405) return 'Your server takes no POST at this address.'
  if (status === 410)
    return 'Your server says that this address is gone for good, so the endpoint was disabled.'
  if (status === 413) return 'Your server takes no body of this size.'
  if (status === 429)
    return 'Your server has too much to do. Its Retry-After is honoured within limits.'
  if ([502, 503, 504].includes(status))
    return 'What stands in front of your server says that nobody is behind it.'
  if (status >= 500) return 'Your server failed at it. Its log says why.'
  return 'Only an answer between 200 and 299 counts as taken.'
}
