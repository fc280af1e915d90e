import { writeFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import env from '#start/env'
import { Cell } from '#app/tenancy/cell'
import { CellPreparation } from '#app/tenancy/cell_preparation'
import { SchemaMigration } from '#app/tenancy/schemas/schema_migration'
import { application } from '../application.js'
import { tableTypes, TYPES_FILE } from './table_types.js'

const ignitor = application().createApp('console')
await ignitor.init()
await ignitor.boot()
const cell = Cell.named('main')
await new CellPreparation(cell, env.get('DATABASE_ADMIN_URL')!).run()
await SchemaMigration.ofCell(cell)
await writeFile(app.makePath(TYPES_FILE), await tableTypes(cell))
await ignitor.terminate()
