import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import logger from '@adonisjs/core/services/logger'
import { MAX_REPORT_BYTES } from './delivery_report.js'
import { ReturnedMail } from './returned_mail.js'

const MAX_CLIENTS = 50
const SOCKET_TIMEOUT_MS = 60_000

interface Refusal {
  code: number
  message: string
}

const UNKNOWN: Refusal = { code: 550, message: '5.1.1 Nobody has this address' }
const TOO_LARGE: Refusal = { code: 552, message: '5.3.4 Too large for a report' }
const LATER: Refusal = { code: 451, message: '4.3.0 Not now' }

/** Where the mail server of the bounce domain hands over what came back: LMTP or SMTP, without log-in, so on an address of one's own network. */
export class BounceListener {
  #server: SMTPServer

  private constructor(private place: URL) {
    this.#server = new SMTPServer({
      lmtp: place.protocol === 'lmtp:',
      banner: 'Reports',
      name: place.hostname,
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      hidePIPELINING: true,
      size: MAX_REPORT_BYTES,
      maxClients: MAX_CLIENTS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      closeTimeout: 1_000,
      onRcptTo: ({ address }, _, done) =>
        done(ReturnedMail.isAddress(address) ? null : refused(UNKNOWN)),
      onData: (stream, { envelope }, done) => {
        const recipients = envelope.rcptTo.map(({ address }) => address)
        void this.#take(stream, recipients).then((refusal) => done(refusal && refused(refusal)))
      },
    })
    this.#server.on('error', (err) => logger.debug({ err }, 'bounces: a client went away'))
  }

  /** @param place  `lmtp://127.0.0.1:2424` or `smtp://…`; port 0 takes any */
  static async open(place: string): Promise<BounceListener> {
    const listener = new BounceListener(new URL(place))
    const { hostname, port } = listener.place
    listener.#server.listen(Number(port), hostname)
    await once(listener.#server.server, 'listening')
    return listener
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port
  }

  close(): Promise<void> {
    return new Promise((done) => this.#server.close(() => done()))
  }

  /** Accepted once it is stored; the sending server keeps it until then. */
  async #take(stream: SMTPServerDataStream, recipients: string[]): Promise<Refusal | null> {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of stream) {
        if (!stream.sizeExceeded) chunks.push(chunk as Buffer)
      }
      if (stream.sizeExceeded) return TOO_LARGE
      const message = Buffer.concat(chunks)
      for (const recipient of recipients) await ReturnedMail.take(recipient, message)
      return null
    } catch (err) {
      logger.error({ err }, 'bounces: a report could not be processed')
      return LATER
    }
  }
}

function refused({ code, message }: Refusal): Error {
  return Object.assign(new Error(message), { responseCode: code })
}
