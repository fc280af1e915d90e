import { BaseModel } from '@adonisjs/lucid/orm'
import { ColumnNaming } from './column_naming.js'

/** A row of one environment of the tenant: documents and everything that happens to them. */
export class EnvironmentModel extends BaseModel {
  static namingStrategy = new ColumnNaming()
}
