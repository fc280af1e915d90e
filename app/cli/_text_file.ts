import { readFile } from 'node:fs/promises'
import { Exception } from '@adonisjs/core/exceptions'

/** A file that somebody named. @throws Exception with a sentence, where it cannot be read */
export async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new Exception(`${path} cannot be read (${code})`, { status: 422, cause })
  }
}
