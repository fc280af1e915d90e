import type { Socket } from 'node:net'

/** Two 32-bit lengths: of the JSON that says what this is, and of the bytes behind it. */
const PREFIX_BYTES = 8

/** Messages over a socket pair; a file crosses as it is, without being serialised. */
export class FramedSocket<Head> {
  #pieces: Buffer[] = []
  #received = 0

  constructor(
    readonly socket: Socket,
    readonly receive: (head: Head, body: Buffer) => void
  ) {
    socket.on('data', (piece: Buffer) => this.#append(piece))
  }

  send(head: unknown, body: Uint8Array = new Uint8Array(0)) {
    const json = Buffer.from(JSON.stringify(head))
    const prefix = Buffer.alloc(PREFIX_BYTES)
    prefix.writeUInt32BE(json.length, 0)
    prefix.writeUInt32BE(body.length, 4)
    this.socket.cork()
    this.socket.write(Buffer.concat([prefix, json]))
    if (body.length > 0) this.socket.write(body)
    this.socket.uncork()
  }

  #append(piece: Buffer) {
    this.#pieces.push(piece)
    this.#received += piece.length
    while (this.#received >= PREFIX_BYTES) {
      const prefix = this.#take(PREFIX_BYTES)
      const jsonEnd = PREFIX_BYTES + prefix.readUInt32BE(0)
      const end = jsonEnd + prefix.readUInt32BE(4)
      if (this.#received < end) return
      const frame = this.#take(end)
      this.#pieces = [frame.subarray(end)]
      this.#received -= end
      this.receive(
        JSON.parse(frame.toString('utf8', PREFIX_BYTES, jsonEnd)) as Head,
        frame.subarray(jsonEnd, end)
      )
    }
  }

  /** The first bytes in one piece; the large copy happens once, when all of a frame is here. */
  #take(bytes: number): Buffer {
    if (this.#pieces[0]!.length >= bytes) return this.#pieces[0]!
    if (this.#received >= bytes && bytes > PREFIX_BYTES) {
      this.#pieces = [Buffer.concat(this.#pieces)]
      return this.#pieces[0]!
    }
    return Buffer.concat(this.#pieces.slice(0, PREFIX_BYTES))
  }
}
