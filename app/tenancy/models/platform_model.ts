import { BaseModel } from '@adonisjs/lucid/orm'
import { ColumnNaming } from './column_naming.js'

/** A row of the platform: tenants, domains, plans. Never touched inside a tenant's unit. */
export class PlatformModel extends BaseModel {
  static namingStrategy = new ColumnNaming()
}
