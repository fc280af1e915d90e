import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inClone } from '../services/clone.mjs'

/** Those that the page says something of. */
const SECTIONS = ['verify', 'mails', 'trail', 'trail_events', 'sign']

const DRAWN = [
  ...['check', 'circle-alert', 'file-up', 'minus', 'pen-line'],
  ...['shield-alert', 'shield-check', 'shield-question-mark'],
]

/** `virtual:phrases`: what the page says, by language. */
export const PHRASES = virtual('phrases', async () => {
  const folder = inClone('resources', 'lang')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'))
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => {
        const all = JSON.parse(await readFile(join(folder, file), 'utf8'))
        const some = SECTIONS.map((section) => [section, all[section]])
        return [file.slice(0, -'.json'.length), Object.fromEntries(some)]
      })
    )
  )
})

/** `virtual:icons`: SVG by the names of Lucide. */
export const ICONS = virtual('icons', async () => {
  const folder = inClone('node_modules', 'lucide-static', 'icons')
  const read = async (name) => [name, drawing(await readFile(join(folder, `${name}.svg`), 'utf8'))]
  return Object.fromEntries(await Promise.all(DRAWN.map(read)))
})

/** A file on a disk has nowhere to fetch typefaces from. */
export const NO_FONTS = {
  name: 'no fonts',
  setup({ onLoad }) {
    onLoad({ filter: /tokens\.css$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return { contents: text.replaceAll(/@font-face \{[^}]*\}/g, ''), loader: 'css' }
    })
  },
}

function virtual(name, contents) {
  const filter = new RegExp(`^virtual:${name}$`)
  return {
    name,
    setup({ onLoad, onResolve }) {
      onResolve({ filter }, ({ path }) => ({ path, namespace: name }))
      onLoad({ filter: /.*/, namespace: name }, async () => ({
        contents: JSON.stringify(await contents()),
        loader: 'json',
      }))
    },
  }
}

function drawing(file) {
  const shapes = file.slice(file.indexOf('>', file.indexOf('<svg')) + 1, file.lastIndexOf('</svg>'))
  return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${shapes.replaceAll(/\s*\n\s*/g, '')}</svg>`
}
