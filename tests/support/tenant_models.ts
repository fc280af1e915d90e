import { globSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { BaseModel } from '@adonisjs/lucid/orm'
import type { LucidModel, LucidRow } from '@adonisjs/lucid/types/model'
import { AccountModel } from '#app/tenancy/models/account_model'

export interface TenantModel {
  name: string
  model: LucidModel
  seat: 'account' | 'environment'
}

interface Definition {
  file: string
  name: string
  parent: string
}

const DEFINITION = /\bclass (\w+) extends (\w+)/g
const ROOTS = ['EnvironmentModel', 'AccountModel']

/** Every model of a tenant that any file of the application defines: one that is added is found without being named. */
export async function tenantModels(): Promise<TenantModel[]> {
  const found: TenantModel[] = []
  for (const { file, name } of definitions()) {
    const exported = Object.values(await import(`#app/${file.slice(0, -'.ts'.length)}`))
    const model = exported.find((one) => (one as LucidModel).name === name) as LucidModel
    const isOfAccount = model.prototype instanceof AccountModel
    found.push({ name, model, seat: isOfAccount ? 'account' : 'environment' })
  }
  return found
}

type Row = InstanceType<typeof BaseModel>

/** As Lucid does it, for models, too, whose rows the application writes in one way alone. */
export const byLucid = {
  save: (row: LucidRow) => BaseModel.prototype.save.call(row as Row),
  delete: (row: LucidRow) => BaseModel.prototype.delete.call(row as Row),
  createMany: (model: LucidModel) => BaseModel.createMany.call(model as typeof BaseModel, [{}, {}]),
  truncate: (model: LucidModel) => BaseModel.truncate.call(model as typeof BaseModel),
}

/** What extends a root, or what extends it; without those that are there to be extended. */
function definitions(): Definition[] {
  const all = everyDefinition()
  const known = new Set(ROOTS)
  for (let before = 0; before < known.size;) {
    before = known.size
    for (const { name, parent } of all) if (known.has(parent)) known.add(name)
  }
  const parents = new Set(all.map(({ parent }) => parent))
  return all.filter(({ name, parent }) => known.has(parent) && !parents.has(name))
}

function everyDefinition(): Definition[] {
  const cwd = app.makePath('app')
  const files = globSync('**/*.ts', { cwd }).sort()
  return files.flatMap((file) => {
    const matches = readFileSync(app.makePath('app', file), 'utf8').matchAll(DEFINITION)
    return [...matches].map(([, name, parent]) => ({ file, name, parent }))
  })
}
