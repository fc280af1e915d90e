import PictureFault from './picture_fault.js'

/**
 * What lets an SVG reach beyond itself, run, or grow: entities, style sheets by instruction, scripts, foreign
 * content, pictures in the picture, any reference that is not to a part of the same file, and escapes that could hide one of these.
 * The renderer resolves nothing outside of its input either; that is the second lock.
 */
const OPEN = [
  /<!(?:doctype|entity|element|attlist|notation)/i,
  /<\?(?!xml\s)/i,
  /<(?:[\w-]+:)?(?:script|foreignobject|image|iframe|audio|video|feimage|include)\b/i,
  /\b(?:[\w-]+:)?href\s*=\s*(?!["']#)/i,
  /\burl\s*\((?!\s*["']?#)/i,
  /@import|\\|&#/i,
]

/** What drawing programs put at the head; it is not looked up, and without it nothing is missing. */
const DOCUMENT_TYPE = /<!DOCTYPE\s+svg[^[>]*>/i

/** @returns it without its document type @throws PictureFault */
export function closedSvg(svg: string): Buffer {
  const bare = svg.replace(DOCUMENT_TYPE, '')
  if (OPEN.some((opening) => opening.test(bare))) throw new PictureFault('refers_elsewhere')
  return Buffer.from(bare)
}
