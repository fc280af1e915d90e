import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

const FOLDER = join(dirname(findPackageJSON('lucide-static', import.meta.url) ?? ''), 'icons')
const NAME = /^[a-z0-9-]+$/
const drawn = new Map<string, string>()

/**
 * An icon of the kept set (Lucide) as inline SVG. It is an ornament: hidden from screen readers,
 * which have the words beside it.
 */
export default function icon(name: string): string {
  const known = drawn.get(name)
  if (known) return known
  if (!NAME.test(name)) throw new TypeError(`Not the name of an icon: ${name}`)

  const svg = draw(readFileSync(join(FOLDER, `${name}.svg`), 'utf8'))
  drawn.set(name, svg)
  return svg
}

function draw(file: string): string {
  const shapes = file.slice(file.indexOf('>', file.indexOf('<svg')) + 1, file.lastIndexOf('</svg>'))
  return (
    '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">' +
    `${shapes.replace(/\s*\n\s*/g, '')}</svg>`
  )
}
