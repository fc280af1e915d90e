import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Asset from './asset.js'
import packageFiles from './package_files.js'
import stylesheet from './stylesheet.js'

const OWN_FOLDERS = ['css', 'elements']

/** Scripts that the build makes; tests that start nothing do without. */
const BUILT = ['built/checker.js']

interface Source {
  file: string
  /** Changes when the contents change. */
  mark: string
}

/**
 * Everything that browsers may fetch, by its path. A path that is not in the list does not exist,
 * so there is nothing to traverse.
 */
export default class AssetLibrary {
  readonly version: string
  private readonly sources = new Map<string, Source>()
  private readonly loaded = new Map<string, Asset>()

  /** @param resources  the folder that holds css and elements */
  constructor(
    resources: string,
    readonly keepsInMemory = true
  ) {
    for (const folder of OWN_FOLDERS) this.addFolder(resources, folder)
    for (const path of BUILT.filter((one) => existsSync(join(resources, one))))
      this.addFile(resources, join(resources, path))
    for (const { path, file, release } of packageFiles()) {
      this.sources.set(path, { file, mark: release })
    }
    this.version = this.fingerprint()
  }

  /** @throws when a view names an asset that does not exist */
  url(path: string): string {
    if (!this.sources.has(path)) throw new TypeError(`No such asset: ${path}`)
    return `/assets/${this.version}/${path}`
  }

  /** By which a browser knows the very file (Subresource Integrity). @throws when a view names an asset that does not exist */
  integrity(path: string): string {
    const asset = this.find(path)
    if (!asset) throw new TypeError(`No such asset: ${path}`)
    return asset.integrity
  }

  find(path: string): Asset | null {
    const source = this.sources.get(path)
    if (!source) return null

    const known = this.loaded.get(path)
    if (known && this.keepsInMemory) return known

    const asset = new Asset(path, contents(source.file))
    this.loaded.set(path, asset)
    return asset
  }

  private addFolder(resources: string, folder: string) {
    const entries = readdirSync(join(resources, folder), { withFileTypes: true, recursive: true })
    for (const entry of entries.filter((one) => one.isFile())) {
      this.addFile(resources, join(entry.parentPath, entry.name))
    }
  }

  private addFile(resources: string, file: string) {
    const path = file.slice(resources.length + 1).replaceAll('\\', '/')
    this.sources.set(path, { file, mark: digest(readFileSync(file)) })
  }

  private fingerprint(): string {
    const marks = [...this.sources].map(([path, { mark }]) => `${path} ${mark}`).sort()
    return digest(marks.join('\n')).slice(0, 12)
  }
}

function contents(file: string): Buffer {
  return file.endsWith('.css') ? Buffer.from(stylesheet(file)) : readFileSync(file)
}

function digest(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
