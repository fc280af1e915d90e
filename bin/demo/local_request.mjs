import { request } from 'node:http'

/**
 * A request to one of our own processes. The connection goes to this machine whatever the name says:
 * Node does not resolve `*.localhost`, and `fetch` ignores a `host` header.
 */
export function localRequest({ url, method = 'GET', headers = {}, body, timeoutMs = 30_000 }) {
  const { host, port, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: port || 80,
        path: pathname + search,
        method,
        headers: { host, ...headers },
      },
      async (response) => {
        try {
          const chunks = []
          for await (const chunk of response) chunks.push(chunk)
          resolve({
            status: response.statusCode,
            headers: response.headers,
            text: String(Buffer.concat(chunks)),
          })
        } catch (error) {
          reject(error)
        }
      }
    )
    outgoing.setTimeout(timeoutMs, () =>
      outgoing.destroy(new Error(`${method} ${url} took too long`))
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
