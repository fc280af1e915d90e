import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import mail from '@adonisjs/mail/services/main'
import { SMTPTransport } from '@adonisjs/mail/transports/smtp'
import { smtp } from '#config/mail'
import { until } from './until.js'

export interface Received {
  raw: string
  parsed: ParsedMail
  /** `quotes`: what a report is asked to quote of it, should it bounce. */
  envelope: { from: string; to: string[]; quotes?: string }
}

interface Refusal {
  responseCode: number
  message: string
}

/** What this server does to those who mail it; without an answer it takes everything. */
interface Manners {
  /** Null lets pass. */
  atSender?: () => Refusal | null
  atRecipient?: (address: string) => Refusal | null
  /** When the mail is complete: refuse it, or hang up after having kept it. */
  atData?: (mail: string) => Refusal | 'hang up' | null
  /** Milliseconds before each answer to RCPT. */
  slowMs?: number
}

interface Setting {
  /** PEM. With it the server speaks TLS: at once, or after STARTTLS. */
  certificate?: { key: string | Buffer; cert: string }
  security?: 'tls' | 'starttls'
  /** Without one it takes mail from anybody. */
  login?: { user: string; pass: string }
}

/** A real mail server on loopback that keeps what it accepts. */
export class SmtpHost {
  readonly received: Received[] = []
  /** Commands RCPT TO it has seen. */
  recipients = 0
  #manners: Manners = {}
  #server?: SMTPServer
  #lastSocket?: Socket
  port = 0
  /** Who has logged in. */
  users: string[] = []
  /** The names that clients have called themselves. */
  greetings: string[] = []
  #setting: Setting = {}

  static async open(setting: Setting = {}): Promise<SmtpHost> {
    const host = new SmtpHost()
    host.#setting = setting
    await host.listen()
    return host
  }

  async listen(): Promise<void> {
    const { certificate, security, login } = this.#setting
    const disabled = [...(certificate ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])]
    this.#server = new SMTPServer({
      ...certificate,
      secure: security === 'tls',
      authOptional: !login,
      authMethods: ['PLAIN', 'LOGIN'],
      allowInsecureAuth: !certificate,
      disabledCommands: disabled,
      onAuth: ({ username = '', password }, _, done) => {
        const isKnown = username === login?.user && password === login?.pass
        if (isKnown) this.users.push(username)
        const wrong = { responseCode: 535, message: '5.7.8 Wrong user or password' }
        done(isKnown ? null : refusal(wrong), { user: username })
      },
      disableReverseLookup: true,
      hideDSN: false,
      closeTimeout: 100,
      onMailFrom: (_, session, done) => {
        this.greetings.push(session.hostNameAppearsAs)
        done(refusal(this.#manners.atSender?.() ?? null))
      },
      onRcptTo: ({ address }, _, done) => {
        this.recipients++
        const { atRecipient, slowMs = 0 } = this.#manners
        setTimeout(() => done(refusal(atRecipient?.(address) ?? null)), slowMs)
      },
      onData: (stream, session, done) => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        const quotes = session.envelope.dsn?.ret ?? undefined
        this.#take(stream, { from, to, quotes }).then((end) => end && done(end.refusal))
      },
    })
    this.#server.on('error', () => {})
    this.#server.server.on('connection', (socket: Socket) => (this.#lastSocket = socket))
    this.#server.listen(this.port, '127.0.0.1')
    await once(this.#server.server, 'listening')
    this.port = (this.#server.server.address() as AddressInfo).port
  }

  behaves(manners: Manners): void {
    this.#manners = manners
  }

  /** The application's mails come here from now on, as they do by its configuration. */
  takesOver(): void {
    const mailer = mail.use('smtp')
    mailer.transport = new SMTPTransport({ ...smtp, port: this.port })
  }

  async gets(count: number): Promise<Received[]> {
    await until(() => this.received.length >= count)
    return this.received
  }

  /** Those to one address. */
  to(address: string): Received[] {
    return this.received.filter(({ envelope }) => envelope.to.includes(address))
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server) await new Promise<void>((done) => server.close(() => done()))
  }

  async #take(
    stream: SMTPServerDataStream,
    envelope: Received['envelope']
  ): Promise<{ refusal: Error | null } | null> {
    const raw = await wholeMail(stream)
    if (raw === null) return null
    const end = this.#manners.atData?.(raw.toString('latin1')) ?? null
    if (end !== null && end !== 'hang up') return { refusal: refusal(end) }
    this.received.push({
      raw: raw.toString('utf8'),
      parsed: await simpleParser(raw),
      envelope,
    })
    if (end === null) return { refusal: null }
    this.#lastSocket?.destroy()
    return null
  }
}

/** Null where the client hung up before it had sent all, as one does that is killed. */
async function wholeMail(stream: SMTPServerDataStream): Promise<Buffer | null> {
  try {
    return await buffer(stream)
  } catch {
    return null
  }
}

function refusal(wanted: Refusal | null): Error | null {
  return wanted && Object.assign(new Error(wanted.message), { responseCode: wanted.responseCode })
}
