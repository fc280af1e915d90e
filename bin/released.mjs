import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { inClone } from './services/clone.mjs'

/** `node bin/released.mjs`: notes in `database/released.json` which SQL this release has. A step of releasing. */
const { version } = JSON.parse(readFileSync(inClone('package.json'), 'utf8'))
const read = (name) => readFileSync(inClone('database', name), 'utf8').replaceAll('\r\n', '\n')
const digest = (name) => createHash('sha256').update(read(name)).digest('hex')
const names = globSync('**/*.sql', { cwd: inClone('database') }).sort()
const isNumbered = (name) => /\/\d{4}_[^/]*$/.test(name)
const files = Object.fromEntries(names.filter(isNumbered).map((name) => [name, digest(name)]))
const texts = Object.fromEntries(
  names.filter((name) => !isNumbered(name)).map((name) => [name, read(name).split('\n')])
)
writeFileSync(
  inClone('database', 'released.json'),
  `${JSON.stringify({ version, files, texts }, null, 2)}\n`
)
