/** What is asked of a message before anybody is let in, in this order. The first failure ends it. */
export const CHECK_NAMES = [
  'request',
  'encoding',
  'characters',
  'markup',
  'size',
  'xml',
  'schema',
  'shape',
  'encryption',
  'response',
  'signature',
  'assertion',
  'in_response_to',
  'session',
  'replay',
  'browser',
  'account',
  'seats',
  'log_in',
] as const

export type Check = (typeof CHECK_NAMES)[number]
