import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'

/** Something that was on its way out. */
export interface Caught {
  readonly kind: 'mail' | 'webhook'
  /** The addresses that it was for, or where it was posted. */
  readonly to: string
  /** Every word of it. */
  readonly text: string
}

interface Ports {
  mail: number
  hooks: number
}

const HOST = '127.0.0.1'

/** Where all mails and webhooks of a proof end: nothing leaves the installation. */
export class Catcher {
  #caught: Caught[] = []
  #mail: SMTPServer
  #hooks: Server

  private constructor() {
    this.#mail = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onData: (stream, { envelope }, done) => {
        const to = envelope.rcptTo.map(({ address }) => address).join(' ')
        this.#take(stream, to).then(() => done(), done)
      },
    })
    this.#hooks = createServer(async (request, response) => {
      const body = await text(request)
      const to = request.url ?? ''
      this.#caught.push({ kind: 'webhook', to, text: JSON.stringify(request.headers) + body })
      response.writeHead(200).end('{}')
    })
  }

  static async open({ mail, hooks }: Ports): Promise<Catcher> {
    const catcher = new Catcher()
    catcher.#mail.listen(mail, HOST)
    catcher.#hooks.listen(hooks, HOST)
    await Promise.all([once(catcher.#mail.server, 'listening'), once(catcher.#hooks, 'listening')])
    return catcher
  }

  get caught(): readonly Caught[] {
    return this.#caught
  }

  async close(): Promise<void> {
    this.#hooks.closeAllConnections()
    await Promise.all([
      new Promise<void>((resolve) => this.#mail.close(() => resolve())),
      new Promise((resolve) => this.#hooks.close(resolve)),
    ])
  }

  async #take(stream: SMTPServerDataStream, to: string): Promise<void> {
    const mail = await simpleParser(stream)
    this.#caught.push({ kind: 'mail', to, text: wordsOf(mail) })
  }
}

function wordsOf(mail: ParsedMail): string {
  const heads = mail.headerLines.map(({ line }) => line)
  return [...heads, mail.subject, mail.text, mail.html || ''].join('\n')
}
