import type { Route } from './route_list.js'

/** A form as a page shows it, filled in: what a browser would send. */
export interface Form {
  readonly action: string
  readonly fields: readonly Field[]
  /** What may be chosen in place of what is: names and values of options that are not taken. */
  readonly options: readonly Field[]
}

export type Field = readonly [name: string, value: string]

const FORM = /<form\b([^>]*)>([\s\S]*?)<\/form>/gi
const CONTROL =
  /<(?:(input)\b([^>]*)>|(textarea)\b([^>]*)>([\s\S]*?)<\/textarea>|(select)\b([^>]*)>([\s\S]*?)<\/select>|(button)\b([^>]*)>)/gi
const OPTION = /<option\b([^>]*)>([\s\S]*?)(?=<\/option>|<option\b|$)/gi
const ATTRIBUTE = /([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
const TEMPLATE = /<template\b[\s\S]*?<\/template>/gi

/** What people type, by the type of the control. */
export const TYPED: Readonly<Record<string, string>> = {
  email: 'somebody@example.com',
  url: 'https://example.com/',
  number: '1',
  password: 'a long and quiet night',
  date: '2099-01-01',
  text: 'Isolation',
}

/** The forms of a page that change something, each with what it shows, and with something typed where it is empty. */
export function formsIn(html: string): Form[] {
  const page = html.replace(TEMPLATE, '')
  return [...page.matchAll(FORM)].flatMap(([, head, body]) => {
    const { method = 'get', action } = attributesOf(head)
    if (method.toLowerCase() !== 'post' || !action?.startsWith('/')) return []
    return [{ action, ...controlsOf(body) }]
  })
}

/** By pattern: each form of each page is held against all of them. */
const expressions = new Map<string, RegExp>()

/** The route that a form's action leads to; of several that fit, the one with the fewest parameters. */
export function routeOf(action: string, routes: readonly Route[]): Route | undefined {
  const path = action.split('?')[0]
  return routes
    .filter(({ method, pattern }) => method === 'POST' && toMatch(pattern).test(path))
    .sort((one, other) => parameters(one) - parameters(other))[0]
}

function parameters({ pattern }: Route): number {
  return pattern.split(':').length
}

function toMatch(pattern: string): RegExp {
  const known =
    expressions.get(pattern) ?? new RegExp(`^${pattern.replace(/\/:\w+\??/g, '/[^/]+')}/?$`)
  expressions.set(pattern, known)
  return known
}

function controlsOf(body: string): Pick<Form, 'fields' | 'options'> {
  const fields: Field[] = []
  const options: Field[] = []
  let hasButton = false
  for (const match of body.matchAll(CONTROL)) {
    const [, input, inputHead, textarea, textareaHead, text, select, selectHead, inner] = match
    const [button, buttonHead] = match.slice(9)
    const head = attributesOf(inputHead ?? textareaHead ?? selectHead ?? buttonHead)
    if (!head.name || 'disabled' in head) continue
    if (input) addInput(head, fields, options)
    if (textarea) fields.push([head.name, decoded(text).trim() || TYPED.text])
    if (select) addSelect(head.name, inner, fields, options)
    if (button && !hasButton && head.type !== 'button') {
      hasButton = true
      fields.push([head.name, head.value ?? ''])
    }
  }
  return { fields, options }
}

function addInput(head: Record<string, string>, fields: Field[], options: Field[]): void {
  const { name, type = 'text', value = '' } = head
  const isOne = type === 'radio'
  if (isOne || type === 'checkbox') {
    const one: Field = [name, head.value ?? 'on']
    const isTaken = 'checked' in head || (!isOne && 'required' in head)
    ;(isTaken ? fields : options).push(one)
  } else if (type === 'hidden') fields.push([name, value])
  else if (type !== 'file' && type !== 'submit')
    fields.push([name, value || (type === 'number' && head.min) || TYPED[type] || TYPED.text])
}

function addSelect(name: string, inner: string, fields: Field[], options: Field[]): void {
  const all = [...inner.matchAll(OPTION)].map(([, head, text]) => {
    const attributes = attributesOf(head)
    return { value: attributes.value ?? decoded(text).trim(), isTaken: 'selected' in attributes }
  })
  const taken =
    all.find(({ isTaken }) => isTaken) ?? all.find(({ value }) => value !== '') ?? all[0]
  for (const option of all) (option === taken ? fields : options).push([name, option.value])
}

function attributesOf(head = ''): Record<string, string> {
  const found = [...head.matchAll(ATTRIBUTE)]
  return Object.fromEntries(
    found.map(([, name, ...values]) => [
      name.toLowerCase(),
      decoded(values.find((value) => value !== undefined) ?? ''),
    ])
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&#x2F;': '/',
  '&#x60;': '`',
}

function decoded(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|#x27|#x2F|#x60);/gi, (entity) => {
    return ENTITIES[entity] ?? ENTITIES[entity.toLowerCase()] ?? entity
  })
}
