import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { FSDriver } from '@adonisjs/drive/drivers/fs'
import type { PartialDisk } from './partial_disk.js'

/** A folder of this machine. */
export class FolderDisk extends FSDriver implements PartialDisk {
  constructor(private folder: string) {
    super({ location: folder, visibility: 'private' })
  }

  async readPart(path: string, start: number, end: number): Promise<Uint8Array> {
    const file = await open(join(this.folder, path))
    try {
      const bytes = Buffer.allocUnsafe(end - start)
      let length = 0
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        read = (await file.read(bytes, length, bytes.length - length, start + length)).bytesRead
      return bytes.subarray(0, length)
    } finally {
      await file.close()
    }
  }
}
