import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

type Content = string | Uint8Array | AsyncIterable<Uint8Array>

/**
 * Writes a file that is there whole or not at all, after a power cut too, in place of what had its name before. Until then it is a
 * draft beside it, whose name begins with a dot.
 */
export async function writeDurably(path: string, content: Content): Promise<void> {
  const folder = dirname(path)
  await makeFolder(folder)
  const draft = join(folder, `.${randomUUID()}`)
  try {
    await writeAndFlush(draft, content)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await flushFolder(folder)
}

/** A new or removed name is durable once its folder is. */
export async function flushFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

/** With the folders above it; each new name is durable. */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode })
  if (first === undefined) return
  const top = dirname(resolve(first))
  for (let above = dirname(resolve(path)); ; above = dirname(above)) {
    await flushFolder(above)
    if (above === top) return
  }
}

async function writeAndFlush(path: string, content: Content): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(content)
  await file.sync()
}
