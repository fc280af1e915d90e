import type { Cell } from '../cell.js'
import { ledgerEntry } from './ledger.js'
import {
  SchemaTemplate,
  sqlOf,
  type SchemaTemplates,
  type TemplateName,
} from './schema_template.js'
import { schemaNames } from '../tenant_ref.js'

/** The roles and schemas of one tenant, as SQL that runs in a transaction of the migrator and writes the cell's ledger. */
export class TenantSchemas {
  readonly names: Record<string, string>

  constructor(
    tenantId: string,
    cell: Cell,
    private templates: SchemaTemplates = SchemaTemplate
  ) {
    this.names = { ...schemaNames(tenantId), ...cell.roles }
  }

  /** @param rows  the first rows of the account, as SQL with unqualified names; none where its tenant is still to come */
  async open(rows = ''): Promise<string> {
    const { account, live } = this.names
    return `${role(live)}
      ${await this.#schema(account, 'account', this.names)}
      ${rows}
      ${await this.#schema(live, 'environment', this.environment(live))}
      ${this.#membership(live)}`
  }

  /** The sandbox, and what its account grants it. */
  async openSandbox(): Promise<string> {
    return `${await this.openTest()} ${await this.sandboxGrants()}`
  }

  /** The sandbox alone: what its account grants it is of the latest version, and comes when the account is. */
  async openTest(): Promise<string> {
    const { test } = this.names
    return `${role(test)}
      ${await this.#schema(test, 'environment', this.environment(test))}
      ${this.#membership(test)}`
  }

  async sandboxGrants(): Promise<string> {
    return `set local search_path = ${this.names.account}; ${await this.templates.renderSandboxGrants(this.names)}`
  }

  /** The names in the template of one environment, whose role is named like its schema. */
  environment(name: string): Record<string, string> {
    return { ...this.names, environment: name, role: name }
  }

  /** Comes last: joining a role locks it until the end, and all tenants in the making join the same one. */
  #membership(name: string): string {
    const { tenant, app } = this.names
    return `grant ${name} to ${app}; grant ${tenant} to ${name};`
  }

  async #schema(
    name: string,
    template: TemplateName,
    names: Record<string, string>
  ): Promise<string> {
    const steps = await this.templates.steps(template)
    return `create schema ${name}; set local search_path = ${name};
      ${sqlOf(steps, names)}
      ${ledgerEntry({ schema: name, template }, steps)};`
  }
}

/** Two cells of one cluster share their roles: a tenant that moves between them has its own already. */
function role(name: string): string {
  return `do $$ begin create role ${name} nologin; exception when duplicate_object then null; end $$;`
}
