import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Where the line breaks: before the packet of COMMIT reaches PostgreSQL, once all of it has but COMMIT, as soon as COMMIT did, or before its answer is back. */
export type Break = 'before' | 'within' | 'during' | 'after'

/** The simple query of the protocol: its length, and its text. */
const COMMIT = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1')

/** A line to PostgreSQL that breaks once, around the COMMIT of a transaction that writes to a table. */
export class CommitLine {
  #server?: Server
  #sockets = new Set<Socket>()
  #trap?: { where: Break; writes: RegExp; sprung: () => void }

  constructor(private behind: { host: string; port: number }) {}

  async open(): Promise<number> {
    this.#server = createServer((near) => this.#join(near)).listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** @param table  with its schema. @returns when it broke */
  breakNext(where: Break, table: string): Promise<void> {
    const writes = new RegExp(`(?:insert into|update) "?${table.split('.')[1]}\\b`, 'i')
    return new Promise((sprung) => (this.#trap = { where, writes, sprung }))
  }

  close(): void {
    this.#server?.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #join(near: Socket): void {
    const far = connect(this.behind)
    for (const socket of [near, far]) {
      this.#sockets.add(socket)
      socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
    }
    far.pipe(near)
    let isAwaited = false
    near.on('end', () => far.end())
    near.on('data', (sent: Buffer) => {
      isAwaited ||= this.#trap !== undefined && this.#trap.writes.test(sent.toString('latin1'))
      if (!isAwaited || !sent.includes(COMMIT)) return far.write(sent)
      isAwaited = false
      this.#break(near, far, sent)
    })
  }

  #break(near: Socket, far: Socket, sent: Buffer): void {
    const { where, sprung } = this.#trap!
    this.#trap = undefined
    far.unpipe(near)
    if (where === 'before') far.destroy()
    else far.write(where === 'within' ? sent.subarray(0, sent.indexOf(COMMIT)) : sent)
    if (where === 'after')
      far.resume().once('data', () => {
        near.destroy()
        far.destroy()
        sprung()
      })
    else {
      near.destroy()
      far.end()
      sprung()
    }
  }
}
