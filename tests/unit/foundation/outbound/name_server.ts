import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

const QUERY_HEADER_BYTES = 12
const NO_SUCH_NAME = 3
const TYPES: Record<number, 4 | 6 | undefined> = { 1: 4, 28: 6 }

/** A name server on loopback (RFC 1035) that knows the names it is given, and no others. */
export class NameServer {
  static async knowing(names: Record<string, { 4?: string[]; 6?: string[] }>) {
    const socket = createSocket('udp4')
    socket.on('message', (query, { port, address }) => {
      const { question, name, family } = read(query)
      const found = names[name]
      const records = (family && found?.[family]) ?? []
      socket.send(answer(query, question, records, found ? 0 : NO_SUCH_NAME), port, address)
    })
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return new NameServer(socket)
  }

  private constructor(private readonly socket: Socket) {}

  get place() {
    return `127.0.0.1:${this.socket.address().port}`
  }

  async close() {
    this.socket.close()
    await once(this.socket, 'close')
  }
}

function read(query: Buffer) {
  const labels: string[] = []
  let at = QUERY_HEADER_BYTES
  for (let length = query[at]; length > 0; length = query[at]) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const question = query.subarray(QUERY_HEADER_BYTES, at + 5)
  return {
    question,
    name: labels.join('.').toLowerCase(),
    family: TYPES[query.readUInt16BE(at + 1)],
  }
}

function answer(query: Buffer, question: Buffer, addresses: string[], code: number) {
  const header = Buffer.alloc(QUERY_HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  return Buffer.concat([header, question, ...addresses.map((address) => record(question, address))])
}

/** The name as a pointer to the question, its type and class again, 60 s to live. */
function record(question: Buffer, address: string) {
  const data = address.includes(':')
    ? bytesOfSix(address)
    : Buffer.from(address.split('.').map(Number))
  return Buffer.concat([
    Buffer.of(0xc0, QUERY_HEADER_BYTES),
    question.subarray(-4),
    Buffer.of(0, 0, 0, 60, 0, data.length),
    data,
  ])
}

function bytesOfSix(address: string) {
  const [head, tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const groups = [...head, ...zeros, ...tail]
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
