import DNS from 'dns2'
import { NameServer } from '#app/tenants/hosts/name_server'

interface Records {
  TXT?: string[]
  CNAME?: string
  A?: string[]
}

type Mood = 'well' | 'servfail' | 'refused' | 'silent'

const { Packet } = DNS
const SERVFAIL = 2
const NO_SUCH_NAME = 3
const REFUSED = 5
const TYPES: Record<number, keyof Records | undefined> = { 1: 'A', 5: 'CNAME', 16: 'TXT' }

/** A name server on loopback, whose records tests write and take away. */
export class DnsWorld {
  mood: Mood = 'well'
  asked: string[] = []
  #names = new Map<string, Records>()

  private constructor(
    private server: DNS.DnsServer,
    readonly address: string
  ) {}

  static async open(): Promise<DnsWorld> {
    // a world that is not there yet cannot be asked
    const holder: { world?: DnsWorld } = {}
    const server = DNS.createServer({
      udp: { type: 'udp4' },
      handle: (request, send) => holder.world?.answer(request, send),
    })
    const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
    holder.world = new DnsWorld(server, `127.0.0.1:${udp?.port}`)
    return holder.world
  }

  close(): Promise<void> {
    return this.server.close()
  }

  asServer(name = this.address): NameServer {
    return new NameServer(name, this.address)
  }

  write(name: string, records: Records): void {
    this.#names.set(name, { ...this.#names.get(name), ...records })
  }

  /** A record of a name, or the name. */
  erase(name: string, type?: keyof Records): void {
    if (type) this.write(name, { [type]: undefined })
    else this.#names.delete(name)
  }

  answer(request: DNS.Packet, send: (response: DNS.Packet) => unknown): void {
    const response = Packet.createResponseFromRequest(request)
    const [{ name, type }] = request.questions
    this.asked.push(name.toLowerCase())
    if (this.mood === 'silent') return
    if (this.mood !== 'well') {
      response.header.rcode = this.mood === 'servfail' ? SERVFAIL : REFUSED
      return void send(response)
    }
    const isKnown = this.#fill(response, name.toLowerCase(), TYPES[type ?? 0], name)
    if (!isKnown) response.header.rcode = NO_SUCH_NAME
    send(response)
  }

  #fill(
    response: DNS.Packet,
    name: string,
    type: keyof Records | undefined,
    shown = name
  ): boolean {
    const records = this.#names.get(name) ?? this.#names.get(name.replace(/^[^.]+/, '*'))
    if (!records) return false
    const common = { name: shown, class: Packet.CLASS.IN, ttl: 0 }
    if (records.CNAME && type !== undefined) {
      response.answers.push(
        new Packet.Resource({ ...common, type: Packet.TYPE.CNAME, domain: records.CNAME })
      )
      if (type !== 'CNAME') this.#fill(response, records.CNAME, type)
    }
    for (const data of (type === 'TXT' && records.TXT) || [])
      response.answers.push(
        new Packet.Resource({ ...common, type: Packet.TYPE.TXT, data: stringsOf(data) })
      )
    for (const address of (type === 'A' && records.A) || [])
      response.answers.push(new Packet.Resource({ ...common, type: Packet.TYPE.A, address }))
    return true
  }
}

/** A string of a record has at most 255 bytes; longer texts are several (RFC 1035, 3.3). */
function stringsOf(text: string): string[] {
  return text.match(/.{1,255}/gs) ?? ['']
}
