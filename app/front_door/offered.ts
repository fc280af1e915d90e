import router from '@adonisjs/core/services/router'
import { askedBy, type Asked } from './asked_rights.js'

export type LinkMethod = 'GET' | 'POST'

interface Step {
  method: LinkMethod
  asked: Asked
}

/** A page whose purpose is a form is named as its controller's method is. */
const FORM_PAGE = /\.(create|edit)$/

/**
 * What a link or a form asks of the person to whom it is shown: what its route asks and, where that is a page whose purpose is a form,
 * what sending this form asks. Nothing for addresses that are open to everybody, or elsewhere.
 *
 * @param path  as in `href` or `action`
 */
export function askedAlong(method: LinkMethod, path: string, hostname: string | null): Step[] {
  if (!/^\/(?!\/)/.test(path)) return []
  const route = router.match(path.replace(/[?#].*$/, ''), method, true, hostname)?.route
  const asked = route && askedBy(route)
  if (!asked) return []
  const sending = method === 'GET' ? askedAtSending(route.name) : null
  return sending
    ? [
        { method, asked },
        { method: 'POST', asked: sending },
      ]
    : [{ method, asked }]
}

const known = new Map<string, Asked | null>()

function askedAtSending(page = ''): Asked | null {
  if (!FORM_PAGE.test(page)) return null
  const found = known.get(page) ?? sentFrom(page)
  known.set(page, found)
  return found
}

function sentFrom(page: string): Asked | null {
  const verbs = page.endsWith('.edit') ? ['update', 'store'] : ['store', 'update']
  for (const verb of verbs) {
    const route = router.find(page.replace(FORM_PAGE, `.${verb}`), undefined, undefined, true)
    if (route) return askedBy(route)
  }
  return null
}
