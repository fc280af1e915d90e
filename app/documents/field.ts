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
}
