import { sealer, type SealOrder, type Sealed } from '#app/sealing/seal'
import type { SealMaterial } from './seal_material.js'
import { measured, prepared } from './seal_figures.js'

/** What becomes of a document: all of it in one file with the certificate, and where it has several files, each of them. */
export interface SealedFiles {
  whole: Sealed
  files: Sealed[]
}

/** The files first, for the certificate names what they became. @throws what sealing throws */
export async function sealFiles(
  material: SealMaterial,
  urls: readonly string[]
): Promise<SealedFiles> {
  const files = await Promise.all(
    material.document.files.map((_, index) => sealed(material.fileOrder(index, urls)))
  )
  const hashes = files.map(({ sha256 }) => sha256)
  return { whole: await sealed(material.order(urls, hashes)), files }
}

async function sealed(order: Promise<SealOrder>): Promise<Sealed> {
  return measured(sealer.seal(await prepared(order)))
}
