/** A condition on resources of a directory (RFC 7644, 3.4.2.2), in terms of what they can be searched by. */
export type Criterion<Field extends string> =
  | { op: 'and' | 'or'; all: Criterion<Field>[] }
  | { op: 'not'; one: Criterion<Field> }
  | { op: 'pr'; field: Field }
  | { op: Comparison; field: Field; value: string | boolean | Date | null }
  /** Of something that each resource has, or that none has. */
  | { op: 'always' | 'never' }

export const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** How a field stands in SQL. Values of the kind `text` are compared in lower case; `text` gives them so. */
export interface FieldSql {
  kind: 'text' | 'exact' | 'boolean' | 'time'
  text: string
  /** A condition that an index answers, beside the equation. @param mark  of the bound value */
  narrowed?: (mark: string) => string
  /** In the place of the equation, where there are several values. */
  includes?: (mark: string) => string
}

const BETWEEN: Partial<Record<Comparison, string>> = { gt: '>', ge: '>=', lt: '<', le: '<=' }

/** @param values  takes what is bound; nothing that somebody sent becomes SQL */
export function sqlOf<Field extends string>(
  criterion: Criterion<Field>,
  fields: Record<Field, FieldSql>,
  values: unknown[]
): string {
  switch (criterion.op) {
    case 'and':
    case 'or':
      return `(${criterion.all.map((one) => sqlOf(one, fields, values)).join(` ${criterion.op} `)})`
    case 'not':
      return `(${sqlOf(criterion.one, fields, values)}) is not true`
    case 'always':
    case 'never':
      return String(criterion.op === 'always')
    case 'pr':
      return `${fields[criterion.field].text} is not null`
    default:
      return comparison(criterion.op, fields[criterion.field], criterion.value, values)
  }
}

function comparison(
  op: Comparison,
  { kind, text, narrowed, includes }: FieldSql,
  value: string | boolean | Date | null,
  values: unknown[]
): string {
  if (value === null) return `${text} is ${op === 'eq' ? '' : 'not '}null`
  const bound = `$${values.push(value)}::${TYPES[kind]}`
  // PostgreSQL's lower case on both sides: JavaScript's differs for some letters
  const mark = kind === 'text' ? `lower(${bound})` : bound
  if (includes && (op === 'eq' || op === 'ne'))
    return `${op === 'ne' ? 'not ' : ''}${includes(mark)}`
  if (op === 'eq')
    return narrowed ? `(${narrowed(mark)} and ${text} = ${mark})` : `${text} = ${mark}`
  if (op === 'ne') return `${text} is distinct from ${mark}`
  if (op === 'co') return `position(${mark} in ${text}) > 0`
  if (op === 'sw') return `starts_with(${text}, ${mark})`
  if (op === 'ew') return `right(${text}, length(${mark})) = ${mark}`
  return `${text} ${BETWEEN[op]} ${mark}`
}

const TYPES = { text: 'text', exact: 'text', boolean: 'boolean', time: 'timestamptz' } as const
