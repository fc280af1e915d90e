import { sealer, type SealOrder, type Sealed } from '#app/sealing/seal'
import type { SealMaterial } from './seal_material.js'
import { measured } from './seal_figures.js'

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
    material.document.files.map(async (_, index) => sealed(await material.fileOrder(index, urls)))
  )
  const hashes = files.map(({ sha256 }) => sha256)
  return { whole: await sealed(await material.order(urls, hashes)), files }
}

function sealed(order: SealOrder): Promise<Sealed> {
  return measured(sealer.seal(order))
}
