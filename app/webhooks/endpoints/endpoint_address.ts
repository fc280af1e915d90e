import { publicHttp } from '#app/foundation/outbound/public_http'
import UrlUnreachable from '#app/foundation/errors/url_unreachable'

/**
 * Looks at an address when it is saved, for a friendly answer; every delivery looks again. A name that does not resolve yet is no fault.
 *
 * @returns it as it will be used, with an international name in ASCII
 * @throws UrlForbidden
 */
export async function endpointAddress(url: string): Promise<string> {
  try {
    return (await publicHttp.check(url, 'webhooks')).href
  } catch (error) {
    if (error instanceof UrlUnreachable) return new URL(url).href
    throw error
  }
}
