const TYPES: Record<number, string> = {
  401: 'authentication',
  402: 'plan_limit',
  403: 'permission',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  429: 'rate_limit',
}

/** The family of an error follows from its status. */
export function errorType(status: number): string {
  return TYPES[status] ?? (status >= 500 ? 'api' : 'invalid_request')
}
