import { SnakeCaseNamingStrategy } from '@adonisjs/lucid/orm'
import type { LucidModel } from '@adonisjs/lucid/types/model'

/** `sealedSha256` is the column `sealed_sha256`: digits stay with their word. */
export class ColumnNaming extends SnakeCaseNamingStrategy {
  columnName(_: LucidModel, attribute: string): string {
    return attribute.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  }
}
