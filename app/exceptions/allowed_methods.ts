import router from '@adonisjs/core/services/router'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Asked only when a request has found no route. */
export function allowedMethods(path: string, hostname: string | null): string[] {
  return METHODS.filter((method) => router.match(path, method, false, hostname) !== null)
}
