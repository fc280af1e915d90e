/** @type {any} */
const up = /** @type {any} */ (window).up

/**
 * Lists by their path, and what was last searched for and chosen there.
 *
 * @type {Map<string, string>}
 */
const searches = new Map()

/** Keeps searches and filters in the address, for Back, reload and sharing; and for the link that leads back to a list, however it was reached. */
export function keepListAddress() {
  up.compiler('form.filters[method=get]', remember)
  up.on('up:location:changed', () => {
    for (const form of document.querySelectorAll('form.filters[method=get]')) remember(form)
  })
  up.on('up:form:submit', (/** @type {any} */ { form, params, renderOptions }) => {
    if (form.method !== 'get') return
    const { pathname } = new URL(form.action)
    const search = searchOf(params.toArray())
    renderOptions.onRendered = () => {
      searches.set(pathname, search)
      up.history.replace(pathname + search)
    }
  })
  up.on('up:link:follow', '.page-back', (/** @type {any} */ event, /** @type {any} */ link) => {
    const search = searches.get(link.pathname)
    if (search && !link.search) event.renderOptions.url = link.pathname + search
  })
}

/** @param {HTMLFormElement} form */
function remember(form) {
  const { pathname } = new URL(form.action)
  if (pathname === location.pathname) searches.set(pathname, location.search)
}

/** @param {{ name: string, value: string }[]} params */
function searchOf(params) {
  const chosen = params.filter(({ value }) => value !== '').map(({ name, value }) => [name, value])
  const query = new URLSearchParams(chosen).toString()
  return query && `?${query}`
}
