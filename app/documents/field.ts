import { column } from '@adonisjs/lucid/orm'
import { ChangedModel } from './changed_model.js'
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

  /** Enveloped under the document's key; null until its signer has signed. */
  @column()
  declare value: Buffer | null
}
