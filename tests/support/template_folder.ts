import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { SchemaTemplates } from '#app/tenancy/schemas/schema_template'

/** A copy of the templates, to which a later release adds steps. */
export class TemplateFolder {
  private constructor(private folder: string) {}

  static async copy(): Promise<TemplateFolder> {
    const folder = await mkdtemp(join(tmpdir(), 'templates-'))
    await cp(app.makePath('database'), folder, { recursive: true })
    return new TemplateFolder(folder)
  }

  /** As they are now: what is added later is seen by another reader only. */
  read(): SchemaTemplates {
    return new SchemaTemplates(() => this.folder)
  }

  /** @param path  below the folder of templates: `tenant/account/0002_labels.sql` */
  write(path: string, sql: string): Promise<void> {
    return writeFile(join(this.folder, path), sql)
  }

  text(path: string): Promise<string> {
    return readFile(join(this.folder, path), 'utf8')
  }

  /** A file and those after it: what is left is an earlier release. */
  async deleteFrom(path: string): Promise<void> {
    const folder = join(this.folder, dirname(path))
    const files = (await readdir(folder)).filter((file) => /^\d/.test(file))
    for (const file of files.filter((name) => name >= basename(path))) await rm(join(folder, file))
  }

  delete(path: string): Promise<void> {
    return rm(join(this.folder, path))
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true })
  }
}
