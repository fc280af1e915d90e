import drive from '@adonisjs/drive/services/main'

/** A shelf that also hands out parts of its files, which the framework's disks do not. */
export interface PartialDisk {
  /** @returns bytes from `start` up to, not including, `end`; fewer where the file is shorter */
  readPart(path: string, start: number, end: number): Promise<Uint8Array>
  /** Asks whether files could be kept there now, without keeping one. @throws where they could not */
  probe(withinMs: number): Promise<void>
}

/** Every disk of `config/drive.ts` is one. */
export function partialDisk(): PartialDisk {
  return drive.use().driver as unknown as PartialDisk
}
