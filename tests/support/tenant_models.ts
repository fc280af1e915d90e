import { globSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import { AccountModel } from '#app/tenancy/models/account_model'
import { EnvironmentModel } from '#app/tenancy/models/environment_model'

export interface TenantModel {
  name: string
  model: LucidModel
  seat: 'account' | 'environment'
}

/** Every model of a tenant that any file of the application defines: one that is added is found without being named. */
export async function tenantModels(): Promise<TenantModel[]> {
  const cwd = app.makePath('app')
  const files = globSync('**/*.ts', { cwd }).filter(
    (file) => !file.startsWith('tenancy/') && mentionsModel(app.makePath('app', file))
  )
  const found: TenantModel[] = []
  for (const file of files.sort()) {
    const exported = Object.values(await import(`#app/${file.slice(0, -'.ts'.length)}`))
    found.push(...exported.flatMap(tenantModel))
  }
  return found
}

function mentionsModel(path: string): boolean {
  return /\b(EnvironmentModel|AccountModel)\b/.test(readFileSync(path, 'utf8'))
}

function tenantModel(exported: unknown): TenantModel[] {
  if (typeof exported !== 'function') return []
  const model = exported as LucidModel & { name: string }
  if (exported.prototype instanceof AccountModel)
    return [{ name: model.name, model, seat: 'account' }]
  if (exported.prototype instanceof EnvironmentModel)
    return [{ name: model.name, model, seat: 'environment' }]
  return []
}
