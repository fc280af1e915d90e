import router from '@adonisjs/core/services/router'

/** Where something is entered on a page. */
export interface PageControl {
  tag: 'input' | 'select' | 'textarea'
  name: string
  type: string
  value: string
  isRequired: boolean
  /** Ticked, or of no kind that can be. */
  isSent: boolean
  isLabelled: boolean
  limits: Record<string, string>
}

/** A form of a page that sends something. */
export interface PageForm {
  page: string
  /** Where it goes to, as it stands there. */
  action: string
  /** The route of that, without the environment: `/documents/:id/void`; null where there is none. */
  route: string | null
  isUpload: boolean
  once: string | null
  controls: PageControl[]
}

interface Page {
  path: string
  html: string
}

const FORM = /<form\b([^>]*)>([\s\S]*?)<\/form>/g
const CONTROL = /<(input|select|textarea)(?=[\s>])((?:[^>"]|"[^"]*")*)>/g
const UNSEEN = ['hidden', 'submit', 'button', 'image', 'reset']

/** All forms of a page that send something, with the controls that belong to them from elsewhere on the page. */
export function formsOf({ path, html }: Page, host: string | null): PageForm[] {
  const all = controlsOf(html)
  return [...html.matchAll(FORM)].flatMap((found): PageForm[] => {
    const [whole, attributes] = found
    if (attribute(attributes, 'method') !== 'post') return []
    const action = attribute(attributes, 'action') ?? path
    const end = found.index + whole.length
    const id = attribute(attributes, 'id')
    const controls = all
      .filter(({ at, form }) => (form === undefined ? at > found.index && at < end : form === id))
      .map(({ control }) => control)
    return [
      {
        ...{ page: path, action, controls, route: routeOf(action, host) },
        isUpload: attribute(attributes, 'enctype') === 'multipart/form-data',
        once: controls.find(({ name }) => name === 'once')?.value ?? null,
      },
    ]
  })
}

/** What a browser sends where nothing is changed in a form. */
export type FilledForm = Record<string, string[]>

/** The form of a page that leads to this address, as it stands there. */
export function filledForm(page: Page, action: string): FilledForm {
  const form = formsOf(page, null).find((one) => one.action === action)
  if (!form) throw new Error(`${page.path} has no form that leads to ${action}`)
  const sent: FilledForm = {}
  for (const { name, value, isSent } of form.controls)
    if (name && isSent) (sent[name] ??= []).push(value)
  return sent
}

/** Where something is entered that has no label. */
export function unlabelled({ path, html }: Page): string[] {
  return controlsOf(html)
    .filter(({ control }) => !control.isLabelled)
    .map(({ control: { tag, type, name } }) => `${path}: ${tag} ${type} ${name}`)
}

/** The pattern of the route, with each parameter as `:id`. */
function routeOf(action: string, host: string | null): string | null {
  const path = action.replace(/[?#].*$/, '')
  const pattern = router.match(path, 'POST', true, host)?.route.pattern
  return pattern?.replace(/^\/test(?=\/)/, '').replace(/:\w+/g, ':id') ?? null
}

function controlsOf(html: string) {
  const labels = [...html.matchAll(/<label\b([^>]*)>[\s\S]*?<\/label>/g)]
  const named = new Set(labels.map(([, attributes]) => attribute(attributes, 'for')))
  const isInside = (at: number) =>
    labels.some(({ index, 0: whole }) => at > index && at < index + whole.length)
  return [...html.matchAll(CONTROL)].flatMap((found) => {
    const [whole, tag, attributes] = found
    if (/\sdisabled(\s|=|$)/.test(attributes)) return []
    const of = (name: string) => attribute(attributes, name)
    const type = tag === 'input' ? (of('type') ?? 'text') : tag
    const after = html.slice(found.index + whole.length)
    const canBeTicked = type === 'checkbox' || type === 'radio'
    const names = ['aria-label', 'aria-labelledby', 'title'].some((name) => of(name))
    const control: PageControl = {
      ...{ tag: tag as PageControl['tag'], type, name: of('name') ?? '' },
      value: valueOf(tag, attributes, after),
      isRequired: /\srequired(\s|=|$)/.test(attributes),
      isSent: !canBeTicked || /\schecked(\s|=|$)/.test(attributes),
      isLabelled:
        UNSEEN.includes(type) || names || named.has(of('id') ?? '') || isInside(found.index),
      limits: Object.fromEntries(
        ['min', 'max', 'maxlength', 'minlength', 'pattern', 'inputmode'].flatMap((name) =>
          of(name) === undefined ? [] : [[name, of(name)!]]
        )
      ),
    }
    return [{ at: found.index, form: of('form'), control }]
  })
}

function valueOf(tag: string, attributes: string, after: string): string {
  if (tag === 'input')
    return attribute(attributes, 'value') ?? (attributes.includes('checkbox') ? 'on' : '')
  if (tag === 'textarea') return plain(after.slice(0, after.indexOf('</textarea>')))
  const options = [
    ...after.slice(0, after.indexOf('</select>')).matchAll(/<option\b([^>]*)>([^<]*)/g),
  ]
  const chosen = options.find(([, own]) => /\sselected(\s|=|$)/.test(own)) ?? options[0]
  return chosen ? (attribute(chosen[1], 'value') ?? plain(chosen[2].trim())) : ''
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
  return found === undefined ? undefined : plain(found)
}

function plain(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
