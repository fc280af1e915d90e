import { column } from '@adonisjs/lucid/orm'
import type { AdoptedType } from '#app/documents/field_kinds/index'
import { ChangedModel } from '#app/documents/changed_model'
import type { Point } from '#app/sealing/seal_order'

/** How a signature comes from a browser: as ink, as typed letters, or as a picture (base64). */
export type SignatureInput =
  | { kind: 'drawn'; strokes: Point[][]; width: number; height: number }
  | { kind: 'typed'; text: string }
  | { kind: 'uploaded'; image: string }

/** A signer's own mark, enveloped under the document's key. */
export default class Signature extends ChangedModel {
  static table = 'signatures'

  @column({ isPrimary: true })
  declare id: string

  @column()
  declare signerId: string

  @column()
  declare kind: AdoptedType

  @column()
  declare image: Buffer

  @column()
  declare createdAt: Date
}
