import UrlForbidden from '#app/foundation/errors/url_forbidden'
import UrlUnreachable from '#app/foundation/errors/url_unreachable'
import DocumentUrlRefused from '../errors/document_url_refused.js'

const OF_AN_ADDRESS = [UrlForbidden, UrlUnreachable, DocumentUrlRefused]

/** An address that was refused further down gets the name that the caller knows it by. */
export async function blame<T>(param: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    for (const kind of OF_AN_ADDRESS) if (error instanceof kind) error.path ??= [param]
    throw error
  }
}
