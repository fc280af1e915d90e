import { column } from '@adonisjs/lucid/orm'
import { ChangedModel } from './changed_model.js'
import { jsonColumn } from '#app/tenancy/models/json_column'
import type { FieldOptions } from './field_kinds/field_options.js'
import type { FieldType } from './field_kinds/index.js'

/** A place on a page that one signer fills in. Points from the top-left corner of the page as a person sees it. */
export default class Field extends ChangedModel {
  static table = 'fields'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare documentId: string

  @column()
  declare signerId: string

  @column()
  declare position: number

  @column()
  declare type: FieldType

  @column()
  declare page: number

  @column()
  declare x: number

  @column()
  declare y: number

  @column()
  declare width: number

  @column()
  declare height: number

  /** What the sender said of it; null where that was nothing, and once the document was erased. */
  @jsonColumn()
  declare options: FieldOptions | null

  /** Enveloped under the document's key; null until its signer has signed, and where it was not shown to them. */
  @column()
  declare value: Buffer | null

  /** By which the vault keeps the file that its signer has uploaded; undefined in a schema of the release before. */
  @column()
  declare uploadKey?: string | null

  /** What is known of that file, enveloped: the value of the field once its signer finishes. */
  @column()
  declare upload?: Buffer | null

  /** Whether its signer has handed in a file here: uploaded it, and finished. */
  get isHandedIn(): boolean {
    return this.type === 'attachment' && this.value !== null && Boolean(this.uploadKey)
  }
}
