import type { Column, Rule, SchemaCatalogue } from './schema_catalogue.js'

/** What statements of an older release would trip over in a newer schema, a line each. */
export function contractionsOf(older: SchemaCatalogue, newer: SchemaCatalogue): string[] {
  return [
    ...ofKnownColumns(older, newer),
    ...ofNewColumns(older, newer),
    ...ofRules(older, newer),
    ...ofBodies(older, newer),
    ...ofRights(older, newer),
  ]
}

function* ofKnownColumns(older: SchemaCatalogue, newer: SchemaCatalogue): Generator<string> {
  for (const [name, was] of older.columns) {
    const is = newer.columns.get(name)
    if (is) yield* ofColumn(name, was, is)
    else yield `${name} is gone`
  }
}

function* ofColumn(name: string, was: Column, is: Column): Generator<string> {
  if (is.type !== was.type) yield `${name} was ${was.type} and is ${is.type}`
  if (was.isNullable && !is.isNullable) yield `${name} must not be null any more`
  if (!was.isNullable && is.isNullable) yield `${name} may be null now`
  if (was.filling !== null && is.filling !== was.filling)
    yield `${name} was filled with ${was.filling} and is with ${is.filling ?? 'nothing'}`
}

function* ofNewColumns(older: SchemaCatalogue, newer: SchemaCatalogue): Generator<string> {
  const relations = new Set([...older.columns.keys()].map(relationOf))
  for (const [name, { isNullable, filling }] of newer.columns) {
    const isAdded = !older.columns.has(name) && relations.has(relationOf(name))
    if (isAdded && !isNullable && filling === null)
      yield `${name} is new, and an insert has to fill it in`
  }
}

function* ofRules(older: SchemaCatalogue, newer: SchemaCatalogue): Generator<string> {
  for (const [name, is] of newer.rules) {
    const was = older.rules.get(name)
    if (was && !isWider(was, is)) yield `${name} was ${was.definition} and is ${is.definition}`
    if (!was && concerns(is, older)) yield `${name} is a new ${described(is)}`
  }
  for (const [name, { kind }] of older.rules)
    if (!newer.rules.has(name) && isReliedOn(kind)) yield `${name} is gone`
}

function described({ kind, definition }: Rule): string {
  return kind === 'trigger' || kind === 'row security' ? kind : `${kind} ${definition}`
}

/** `on conflict` needs its index; a reference or a trigger may change other rows. */
function isReliedOn(kind: Rule['kind']): boolean {
  return kind === 'unique' || kind === 'reference' || kind === 'trigger'
}

/** Whether it is about a table and columns that were there: what is new, only new code writes. */
function concerns({ relation, columns }: Rule, older: SchemaCatalogue): boolean {
  const isKnown = older.columns.keys().some((name) => relationOf(name) === relation)
  return isKnown && columns.every((column) => older.columns.has(`${relation}.${column}`))
}

/** The same but for further words in its lists. */
function isWider(was: Rule, is: Rule): boolean {
  const words = ({ definition }: Rule) => new Set(definition.match(/'[^']*'/g))
  const shape = ({ definition }: Rule) => definition.replace(/ARRAY\[[^\]]*\]/g, 'ARRAY[]')
  return shape(was) === shape(is) && words(was).isSubsetOf(words(is))
}

function* ofBodies(older: SchemaCatalogue, newer: SchemaCatalogue): Generator<string> {
  for (const [name, was] of older.bodies) {
    const is = newer.bodies.get(name)
    if (is === undefined) yield `${name}: is gone`
    else if (is !== was) yield `${name}: does something else`
  }
}

/** Processes of the older release judge what tenants may do in schemas that all share, and refuse to start on what they do not know. */
function* ofRights(older: SchemaCatalogue, newer: SchemaCatalogue): Generator<string> {
  for (const right of older.rights.difference(newer.rights)) yield `${right}: is gone`
  for (const right of newer.rights.difference(older.rights))
    if (/ to (public|app|tenant)$/.test(right)) yield `${right}: is new, for everybody`
}

function relationOf(name: string): string {
  return name.split('.')[0]
}
