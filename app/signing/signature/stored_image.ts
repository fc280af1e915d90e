import type { SignatureImage } from '#app/sealing/seal_order'

/** A signature as text for the vault, and back. */
export const StoredImage = {
  write(image: SignatureImage): string {
    return JSON.stringify(
      image.kind === 'uploaded'
        ? { ...image, png: Buffer.from(image.png).toString('base64') }
        : image
    )
  },

  read(stored: Buffer): SignatureImage {
    const image = JSON.parse(stored.toString('utf8'))
    return image.kind === 'uploaded' ? { ...image, png: Buffer.from(image.png, 'base64') } : image
  },
}
