import { createHash } from 'node:crypto'
import type { PDFRef } from 'pdf-lib'
import type { ObjectStore } from '../pdf/object_store.js'
import type { SealOrder, SignatureImage } from '../seal_order.js'
import { readPicture, writePicture, type Picture } from './picture.js'

/** A picture that is written into the document. */
export interface StoredPicture {
  picture: Picture
  xobject: PDFRef
}

/** The pictures of a document: read before anything is drawn, each written once. */
export class PictureBook {
  #pictures = new Map<string, StoredPicture>()

  constructor(readonly store: ObjectStore) {}

  async read({ placements, signaturePage, certificate: { brand } }: SealOrder) {
    if (brand.logo) await this.#add({ kind: 'uploaded', png: brand.logo })
    for (const { value } of placements) if (typeof value === 'object') await this.#add(value)
    for (const { signature } of signaturePage) await this.#add(signature)
  }

  find(png: Uint8Array): StoredPicture {
    return this.#pictures.get(key(png))!
  }

  async #add(image: SignatureImage) {
    if (image.kind !== 'uploaded' || this.#pictures.has(key(image.png))) return
    const picture = await readPicture(image.png)
    this.#pictures.set(key(image.png), { picture, xobject: writePicture(this.store, picture) })
  }
}

function key(png: Uint8Array) {
  return createHash('sha256').update(png).digest('base64')
}
