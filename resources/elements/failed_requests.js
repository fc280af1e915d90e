import texts from './dashboard_words.js'
import { dropCopies, dropCopy, isCopyOut, keepCopy, mayBeDone } from './unanswered_copies.js'
import { isTouched } from './unsaved_work.js'

const TOO_LARGE = 413
const TOO_MANY = 429
const GATEWAY_TIMEOUT = 504

/**
 * A form whose answer never came, or is an error page, stays as it is, unsaved, and says why; so does one in which somebody has changed
 * something and that is refused, and a page whose link leads nowhere because the connection is lost. What reloads by itself says nothing, and tries again. Forms hear of it: `form:unsent`, or `form:answered`.
 *
 * @param {any} up
 */
export function followFailures(up) {
  up.on('up:form:submit', (/** @type {any} */ { form }) => noticeIn(form)?.remove())
  up.on('up:request:load', (/** @type {any} */ { request }) => {
    const form = request.method === 'GET' ? null : formOf(request.origin)
    if (form) request.xhr.upload.addEventListener('load', () => keepCopy(form, request))
  })
  up.on('up:fragment:offline', (/** @type {any} */ { request, renderOptions }) => {
    const { origin, navigate } = renderOptions
    const form = postedForm(renderOptions)
    if (form && isCopyOut(form, request)) tell(form, unknown(form, [texts.failure.unanswered]))
    else if (form) tell(form, [texts.failure.unreachable, ...leftOf(form)])
    else if (navigate || origin) tell(partOf(origin), [texts.failure.unreachable])
    pollOn(up)
  })
  up.on('up:fragment:loaded', (/** @type {any} */ event) => {
    const { request, response, renderOptions } = event
    const form = postedForm(renderOptions)
    if (form && !isUnknown(response)) dropCopy(form, request)
    if (form && isLogIn(response)) {
      tell(form, [texts.failure.loggedOut, ...leftOf(form)], [logInAgain()])
    } else if (form && isTouched(form) && isRefused(event)) {
      tell(form, [...reasonsIn(response), ...leftOf(form)], waysIn(response))
    } else if (!isBroken(response) || holds(response, form)) return tellAnswered(event, form)
    else if (form && isDone(event)) tellDone(form)
    else if (form && isUnknown(response)) tell(form, unknown(form, reasonsIn(response)))
    else if (form) tell(form, [...reasonsIn(response), ...leftOf(form)])
    else if (renderOptions.navigate) return // the page that was asked for says it
    event.stopImmediatePropagation()
    event.preventDefault()
    pollOn(up)
  })
  document.addEventListener('form:saved', ({ target }) => {
    noticeIn(/** @type {Element} */ (target))?.remove()
    dropCopies(/** @type {HTMLFormElement} */ (target))
  })
}

/** A request that is to replace a part of the page ends its polls; where it failed, the part is still there. @param {any} up */
function pollOn(up) {
  for (const part of document.querySelectorAll('[up-poll]')) up.emit(part, 'up:fragment:kept')
}

/** @param {any} event @param {HTMLFormElement | null} form */
function tellAnswered({ response, renderOptions }, form) {
  const { origin } = renderOptions
  clearUp(renderOptions)
  if (form) dropCopies(form)
  form?.dispatchEvent(new CustomEvent('form:answered', { detail: { response, origin } }))
}

/** What somebody does with success answers what was said of the part of the page, or of the form; what reloads by itself does not. @param {{ origin?: unknown, navigate?: boolean }} options */
function clearUp({ origin, navigate }) {
  if (!navigate || !(origin instanceof Element)) return
  noticeIn(formOf(origin))?.remove()
  partOf(origin).querySelector(':scope > [data-failed-request]')?.remove()
}

/** @param {{ origin?: unknown, method?: string }} options */
function postedForm({ origin, method = 'get' }) {
  const form = formOf(origin)
  return method.toLowerCase() === 'get' ? null : form
}

/** A button may stand outside of its form, and name it. @param {unknown} origin @returns {HTMLFormElement | null} */
function formOf(origin) {
  const isButton = origin instanceof HTMLButtonElement || origin instanceof HTMLInputElement
  if (isButton && origin.form) return origin.form
  return origin instanceof Element ? origin.closest('form') : null
}

/** A refusal that comes with the form, and says in it what is wrong, is no error page. @param {{ text: string }} response @param {HTMLFormElement | null} form */
function holds({ text }, form) {
  const action = form?.getAttribute('action')
  if (!action) return false
  return [...pageIn(text).forms].some((other) => other.getAttribute('action') === action)
}

/** The script follows where the server leads those who have to log in. @param {any} response */
function isLogIn({ url, xhr }) {
  const isPage = Boolean(xhr.getResponseHeader('X-Whole-Page'))
  return isPage && new URL(url, location.href).pathname === '/login'
}

/** @param {{ status: number }} response */
function isBroken({ status }) {
  return status >= 500 || status === TOO_MANY || status === TOO_LARGE
}

/** The page of a refusal, in the place of what was asked for. @param {{ request: { url: string }, response: any }} event */
function isRefused(event) {
  const { ok, text } = event.response
  return !ok && !isDone(event) && pageIn(text).querySelector('[data-refusal]') !== null
}

/** What was posted was answered with another address, and only what stands there could not be had. @param {{ request: { url: string }, response: { url: string } }} event */
function isDone({ request, response }) {
  const [asked, answered] = [request.url, response.url].map((url) => new URL(url, location.href))
  return asked.pathname !== answered.pathname || asked.search !== answered.search
}

/** @param {{ status: number, text: string }} response */
function isUnknown({ status, text }) {
  return status === GATEWAY_TIMEOUT || pageIn(text).querySelector('[data-outcome=unknown]') !== null
}

/** @param {HTMLFormElement} form @param {string[]} reasons */
function unknown(form, reasons) {
  return [...reasons, texts.failure.still(isTyped(form))]
}

/** What became of what was entered, where this time nothing was done. @param {HTMLFormElement} form */
function leftOf(form) {
  return mayBeDone(form)
    ? unknown(form, [texts.failure.before])
    : [texts.failure.kept(isTyped(form))]
}

/** @param {string} text */
function pageIn(text) {
  return new DOMParser().parseFromString(text, 'text/html')
}

/** Our own page says it in the language of its reader; what a proxy says is meant for nobody. @param {{ text: string, status: number }} response */
function reasonsIn({ text, status }) {
  const page = pageIn(text).querySelector('.empty-state')
  const said = [...(page?.querySelectorAll('h1, p') ?? [])].map((part) => part.textContent.trim())
  if (said.length === 0 && status === GATEWAY_TIMEOUT) return [texts.failure.unanswered]
  if (said.length === 0) return [status === TOO_LARGE ? texts.failure.large : texts.failure.broken]
  return said.map((words) => (/[.!?…]$/.test(words) ? words : `${words}.`))
}

/** Whom to ask, or where to look, in a tab of its own. @param {{ text: string }} response */
function waysIn({ text }) {
  const ways = [...pageIn(text).querySelectorAll('.people-to-ask, [data-refusal] [data-way]')]
  for (const way of ways)
    if (way instanceof HTMLAnchorElement) Object.assign(way, { className: '', target: '_blank' })
  return ways.map((way) => document.adoptNode(way))
}

/** @param {HTMLFormElement} form */
function isTyped(form) {
  return [...form.elements].some((control) =>
    control.matches('input:not([type=hidden]), textarea, select')
  )
}

/** What changes by itself would take the notice away. @param {Element | null} [origin] */
function partOf(origin) {
  const parts = '.page-part:not([up-poll], [data-updates])'
  return origin?.closest(parts) ?? document.querySelector(parts) ?? document.body
}

/** @param {Element | null} place */
function noticeIn(place) {
  return place?.querySelector('[data-failed-request]') ?? null
}

/** @param {HTMLFormElement} form */
function tellDone(form) {
  form.dispatchEvent(new CustomEvent('form:saved', { bubbles: true }))
  show(form, [texts.failure.done])
}

/** @param {Element} from @param {string[]} words @param {Element[]} [ways] */
function tell(from, words, ways) {
  show(from, words, ways)
  if (from instanceof HTMLFormElement && isTyped(from))
    from.dispatchEvent(new Event('form:unsent', { bubbles: true }))
}

/** Beside the button of a form in which something is typed, else above the page. @param {Element} from @param {string[]} words @param {Element[]} [ways] */
function show(from, words, ways = []) {
  const form = from instanceof HTMLFormElement && isTyped(from) ? from : null
  const place = form ?? partOf(from)
  noticeIn(place)?.remove()
  const notice = document.createElement('div')
  notice.className = 'notice'
  notice.dataset.failedRequest = ''
  notice.dataset.tone = 'danger'
  notice.setAttribute('role', 'alert')
  const box = document.createElement('div')
  box.append(words.filter(Boolean).join(' '), ...ways.flatMap((way) => [' ', way]))
  notice.append(box)
  const row = form && [...form.querySelectorAll('[type=submit], button:not([type])')].at(-1)
  if (row?.parentElement && row.parentElement !== form) row.parentElement.before(notice)
  else if (row) row.before(notice)
  else place.prepend(notice)
  notice.scrollIntoView({ block: 'nearest' })
}

/** In a tab of its own, so that what was typed stays. */
function logInAgain() {
  const link = document.createElement('a')
  const { pathname, search } = location
  link.href = `/login?next=${encodeURIComponent(pathname + search)}`
  link.target = '_blank'
  link.setAttribute('up-follow', 'false')
  link.textContent = texts.failure.logIn
  return link
}
