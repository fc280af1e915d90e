import { BaseModel } from '@adonisjs/lucid/orm'
import { ColumnNaming } from './column_naming.js'

/** A row of the tenant's account schema: users, keys, brand, entitlements, usage. The test role may only read most of it. */
export class AccountModel extends BaseModel {
  static namingStrategy = new ColumnNaming()
}
