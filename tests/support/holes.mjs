/**
 * Makes holes in the product as it is loaded: `--import` this, with what to change in HOLES, a list of `{file, from, to}` in JSON. `file`
 * is a module of `app` without its ending, `from` a regular expression that must fit what was compiled of it, once or more.
 */
import { registerHooks } from 'node:module'

const holes = JSON.parse(process.env.HOLES ?? '[]')

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const here = holes.filter(({ file }) => new RegExp(`/app/${file}\\.[jt]s(\\?|$)`).test(url))
    if (here.length === 0) return loaded
    const source = here.reduce(change, String(Buffer.from(loaded.source)))
    return { ...loaded, source }
  },
})

function change(source, { file, from, to }) {
  const pattern = new RegExp(from, 'g')
  if (!source.match(pattern)) throw new Error(`There is no ${from} in ${file}: ${source}`)
  return source.replace(pattern, to)
}
