import { once } from 'node:events'
import { createServer, request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Sent {
  /** What its sender still holds: the body goes on until it is ended. */
  sender: ClientRequest
  received: IncomingMessage
}

/** A POST of which the first of the body has been sent, as a server gets it. */
export async function receivedRequest(
  text: string,
  { headers, cleanup }: { headers?: Record<string, string>; cleanup: (end: () => void) => void }
): Promise<Sent> {
  const server = createServer().listen(0, '127.0.0.1')
  cleanup(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sender = request({ port, host: '127.0.0.1', method: 'POST', headers })
  sender.on('error', () => {})
  cleanup(() => void sender.destroy())
  sender.write(text)
  const [received] = (await once(server, 'request')) as [IncomingMessage]
  return { sender, received }
}
