import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '#app/foundation/durable_file'
import { sha256Hex } from '#app/foundation/opaque_token'
import { headText, parseHead, type LogHead } from './log_head.js'
import type { WitnessMemory } from './witness.js'

/** Where a witness keeps its key (`key.pem`) and what it has seen: without it, it would sign anything again. */
export class WitnessFolder implements WitnessMemory {
  constructor(private folder: string) {}

  /** Made the first time. */
  async key(): Promise<KeyObject> {
    const path = join(this.folder, 'key.pem')
    const known = await read(path)
    if (known) return createPrivateKey(known)
    const { privateKey } = generateKeyPairSync('ed25519')
    await writeDurably(path, privateKey.export({ format: 'pem', type: 'pkcs8' }) as string)
    return privateKey
  }

  async last(origin: string): Promise<LogHead | null> {
    const text = await read(this.#path(origin))
    if (text === null) return null
    const head = parseHead(text)
    if (!head) throw new Error(`What was seen of ${origin} is damaged: ${this.#path(origin)}`)
    return head
  }

  async keep(head: LogHead): Promise<void> {
    await writeDurably(this.#path(head.origin), headText(head))
  }

  #path(origin: string): string {
    return join(this.folder, `${sha256Hex(origin)}.head`)
  }
}

async function read(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
