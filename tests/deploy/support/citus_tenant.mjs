import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inClone } from '../../../bin/services/clone.mjs'
import { PREFIX } from './citus_cluster.mjs'

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const TOKEN = /(?:--[^\n]*\n?|\/\*[^]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[^]*?\1)/y

/** The schemas of a tenant, by the SQL of this release, without the application. */
export class CitusTenant {
  constructor() {
    const account = `t_0${[...randomBytes(25)].map((byte) => DIGITS[byte % 32]).join('')}`
    const roles = ['platform', 'app', 'relay', 'migrator', 'tenant']
    const named = Object.fromEntries(roles.map((role) => [role, `${PREFIX}_${role}`]))
    this.names = { ...named, account, live: `${account}_live`, test: `${account}_test` }
  }

  get schemas() {
    const { account, live, test } = this.names
    return [account, live, test]
  }

  /** All of it, an account with live and sandbox. */
  get sql() {
    const { account, live, test, app, tenant } = this.names
    const role = (name) => `create role ${name} nologin;`
    const member = (name) => `grant ${name} to ${app}; grant ${tenant} to ${name};`
    const limits = ['sandbox_grants.sql', 'sandbox_limits.sql'].map((file) =>
      readFileSync(inClone('database/tenant/account', file), 'utf8')
    )
    return [
      role(live) + role(test),
      this.#schema(account, 'account', this.names),
      ...[live, test].map((name) =>
        this.#schema(name, 'environment', { ...this.names, environment: name, role: name })
      ),
      member(live) + member(test),
      `set local search_path = ${account};`,
      fill(limits.join('\n'), this.names),
    ].join('\n')
  }

  #schema(name, template, names) {
    const folder = inClone('database/tenant', template)
    const files = readdirSync(folder).filter((file) => /^\d{4}_.*\.sql$/.test(file))
    const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8'))
    return `create schema ${name}; set local search_path = ${name}; ${fill(texts.join('\n'), names)};`
  }
}

const fill = (sql, names) => sql.replace(/\$\{(\w+)\}/g, (_, name) => names[name])

/** One by one, without comments: a semicolon in a text or in the body of a function ends none. */
export function statementsOf(sql) {
  const found = []
  let statement = ''
  for (let at = 0; at < sql.length;) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(sql)?.[0] ?? sql[at]
    at += token.length
    if (token === ';') found.push(statement.trim())
    statement = token === ';' ? '' : statement + (token.startsWith('--') ? '' : token)
  }
  return [...found, statement.trim()].filter(Boolean)
}
