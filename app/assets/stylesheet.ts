import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const IMPORT = /^@import '(\.\/[\w./-]+\.css)';\n/gm

/**
 * A stylesheet with the files that it imports in their place, so that a page fetches one and the
 * source stays one file per component.
 */
export default function stylesheet(file: string): string {
  return readFileSync(file, 'utf8').replace(IMPORT, (_line, path: string) =>
    stylesheet(resolve(dirname(file), path))
  )
}
