import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { SchemaTemplates } from '#app/tenancy/schema_template'

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

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true })
  }
}
