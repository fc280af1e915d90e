import { randomUUID } from 'node:crypto'
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { flushFolder, makeFolder } from '#app/foundation/durable_file'
import type { Cell } from '#app/tenancy/cell'
import { checkpointsFolder } from '../configuration.js'
import { statement, type Checkpoint } from './checkpoint.js'

const KEPT = /^(\d{8})\.(json|tst)$/
const ASIDE = 'overtaken-'

/** The numbers of checkpoints, whose copies lie in one folder. */
export interface OvertakenCopies {
  folder: string
  first: number
  last: number
}

type Kept = Record<'json' | 'tst', Set<number>>

/** CHECKPOINTS_DIR/<cell>: `00000001.json` is a checkpoint as it was taken, `00000001.tst` its time stamp. Nothing in it is written twice; what a restore overtakes is set aside. */
export class CheckpointCopies {
  private constructor(private folder: string) {}

  /** @returns null where CHECKPOINTS_DIR is not set */
  static of(cell: Cell): CheckpointCopies | null {
    const folder = checkpointsFolder.value
    return folder ? new CheckpointCopies(join(folder, cell.name)) : null
  }

  /** What a copy of it says. */
  static text({ signature, key_id: keyId, ...facts }: Checkpoint): string {
    const { number, ...said } = JSON.parse(statement(facts)) as Record<string, unknown>
    return `${JSON.stringify({ number, ...said, signature, keyId }, null, 2)}\n`
  }

  /** The numbers of the checkpoints, and of the time stamps, that it has. */
  async kept(): Promise<Kept> {
    const names = await readdir(this.folder).catch(unless('ENOENT', [] as string[]))
    const kept: Kept = { json: new Set(), tst: new Set() }
    for (const name of names) {
      const [, number, kind] = KEPT.exec(name) ?? []
      if (number) kept[kind as keyof Kept].add(Number(number))
    }
    return kept
  }

  /** @returns 0 when there is none */
  async last(): Promise<number> {
    let last = 0
    for (const number of (await this.kept()).json) last = Math.max(last, number)
    return last
  }

  async read(number: number): Promise<string> {
    return readFile(this.#path(number, 'json'), 'utf8')
  }

  async readStamp(number: number): Promise<Buffer> {
    return readFile(this.#path(number, 'tst'))
  }

  async keep(checkpoint: Checkpoint): Promise<void> {
    await this.#write(checkpoint.number, 'json', CheckpointCopies.text(checkpoint))
  }

  async keepStamp(number: number, token: Uint8Array): Promise<void> {
    await this.#write(number, 'tst', token)
  }

  /**
   * Moves what is beyond a checkpoint into a folder that is named by the moment: they are of a future that was given up for an earlier
   * moment, and their numbers are taken again. The last checkpoint goes last: while it is there, one who was interrupted begins anew.
   *
   * @returns the folder's name
   */
  async setAside(after: number, at: Date): Promise<string> {
    const name = `${ASIDE}${at.toISOString().replaceAll(':', '-')}`
    await makeFolder(join(this.folder, name), 0o700)
    const names = await readdir(this.folder)
    for (const file of names.filter((one) => numberOf(one) > after).toSorted(stampsFirst))
      await rename(join(this.folder, file), join(this.folder, name, file))
    await flushFolder(join(this.folder, name))
    await flushFolder(this.folder)
    return name
  }

  /** What was set aside, restore by restore. */
  async overtaken(): Promise<OvertakenCopies[]> {
    const names = await readdir(this.folder).catch(unless('ENOENT', [] as string[]))
    const folders = names.filter((name) => name.startsWith(ASIDE)).toSorted()
    const found = await Promise.all(
      folders.map(async (folder) => {
        const numbers = (await readdir(join(this.folder, folder))).map(numberOf).filter(Boolean)
        return { folder, first: Math.min(...numbers), last: Math.max(...numbers) }
      })
    )
    // one who was interrupted may have left an empty folder
    return found.filter(({ last }) => last > 0)
  }

  async #write(number: number, kind: string, content: string | Uint8Array): Promise<void> {
    await makeFolder(this.folder, 0o700)
    const unfinished = join(this.folder, `.${randomUUID()}`)
    try {
      await writeFile(unfinished, content, { flag: 'wx', mode: 0o400, flush: true })
      await link(unfinished, this.#path(number, kind)).catch(unless('EEXIST'))
    } finally {
      await rm(unfinished, { force: true }) // on a full disk, too: it is tried again and again
    }
    await flushFolder(this.folder)
  }

  #path(number: number, kind: string): string {
    return join(this.folder, `${String(number).padStart(8, '0')}.${kind}`)
  }
}

/** 0 for what is no copy. */
function numberOf(name: string): number {
  return Number(KEPT.exec(name)?.[1] ?? 0)
}

/** Then checkpoints, the last of them last. */
function stampsFirst(one: string, other: string): number {
  return (
    Number(one.endsWith('.json')) - Number(other.endsWith('.json')) ||
    numberOf(one) - numberOf(other)
  )
}

/** Takes one kind of failure for an answer. */
function unless<T>(code: string, answer?: T) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code === code) return answer as T
    throw error
  }
}
