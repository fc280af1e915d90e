import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import { SchemaTemplate, type TemplateName } from '#app/tenancy/schemas/schema_template'
import { TemplateFolder } from './template_folder.js'

const KINDS: readonly TemplateName[] = ['platform', 'cell', 'account', 'environment']

/** What `bin/released.mjs` noted of the SQL of a release; paths are below `database`. */
interface Noted {
  version: string
  /** Numbered files, with the SHA-256 of each. */
  files: Record<string, string>
  /** The lines of those that are changed in place. */
  texts: Record<string, string[]>
}

/** The SQL of the last release, without its history. */
export class LastRelease {
  private constructor(private noted: Noted) {}

  static async read(): Promise<LastRelease> {
    const text = await readFile(app.makePath('database/released.json'), 'utf8')
    return new LastRelease(JSON.parse(text) as Noted)
  }

  get digests(): Record<string, string> {
    return this.noted.files
  }

  /** A copy of the templates as it had them. */
  async folder(): Promise<TemplateFolder> {
    const folder = await TemplateFolder.copy()
    for (const path of Object.keys(await digestsNow()))
      if (!(path in this.digests)) await folder.delete(path)
    for (const [path, lines] of Object.entries(this.noted.texts))
      await folder.write(path, lines.join('\n'))
    return folder
  }
}

/** The SHA-256 of each numbered file of this release. */
export async function digestsNow(): Promise<Record<string, string>> {
  const found: [string, string][] = []
  for (const kind of KINDS)
    for (const { file, digest } of await SchemaTemplate.steps(kind))
      found.push([SchemaTemplate.pathOf(kind, file).replace('database/', ''), digest])
  return Object.fromEntries(found)
}
