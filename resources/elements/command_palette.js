import words from './dashboard_words.js'
import { isTyping, shortcutSheet } from './shortcut_sheet.js'

const { palette } = words

/** @type {any} */
const up = /** @type {any} */ (window).up

const PAUSE_MS = 200
const MOST_DOCUMENTS = 6

/** @typedef {{ text: string, href: string, kind: string }} Entry */

/**
 * Ctrl-K (on a Mac Cmd-K) opens a list of places, actions and documents, narrowed while somebody types; `?` the sheet of shortcuts.
 * What is offered is what the page links to anyway, so nobody finds what they may not open.
 */
export function startPalette() {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog[open]'))
      return
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      event.preventDefault()
      openPalette()
    } else if (event.key === '?' && shortcutSheet.areSingleKeysOn) {
      event.preventDefault()
      shortcutSheet.open()
    }
  })
  up.compiler('[data-opens]', (/** @type {HTMLButtonElement} */ button) => {
    button.hidden = false
    button.addEventListener('click', () => {
      button.closest('details')?.removeAttribute('open')
      if (button.dataset.opens === 'palette') openPalette()
      else shortcutSheet.open()
    })
  })
}

/** @returns {Entry[]} */
function entries() {
  const links = document.querySelectorAll(
    '.rail .nav-link, .rail .menu-item[href], .environment-switch a, .tab-bar > a[href$="/documents/new"]'
  )
  return [...links].map((link) => {
    const { href, pathname } = /** @type {HTMLAnchorElement} */ (link)
    const isNew = pathname.endsWith('/documents/new')
    const label = link.textContent?.trim() ?? ''
    const isEnvironment = link.matches('.environment-switch a')
    return {
      href,
      text: isNew ? palette.newDocument : isEnvironment ? palette.switchTo(label) : label,
      kind: isNew || isEnvironment ? palette.action : palette.place,
    }
  })
}

/** @param {string} typed @param {AbortSignal} signal @returns {Promise<Entry[]>} */
async function documentsBy(typed, signal) {
  const base = location.pathname.startsWith('/test/') ? '/test' : ''
  const headers = { 'X-Up-Version': up.version } // a part of the page, without its style element
  const answer = await fetch(`${base}/documents?q=${encodeURIComponent(typed)}`, {
    signal,
    headers,
  })
  if (!answer.ok || answer.redirected) return []
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return [...page.querySelectorAll('.document-title a')].slice(0, MOST_DOCUMENTS).map((link) => ({
    text: link.textContent ?? '',
    href: new URL(link.getAttribute('href') ?? '', location.href).href,
    kind: palette.document,
  }))
}

function openPalette() {
  const all = entries()
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog palette'
  dialog.setAttribute('aria-label', palette.title)
  dialog.innerHTML = `<input class="input" type="search" aria-label="${palette.search}" placeholder="${palette.search}" autocomplete="off"><ul aria-live="polite"></ul>`
  const input = /** @type {HTMLInputElement} */ (dialog.querySelector('input'))
  const list = /** @type {HTMLUListElement} */ (dialog.querySelector('ul'))
  let search = new AbortController()

  /** @param {readonly Entry[]} found */
  const show = (found) => {
    list.replaceChildren(...found.map(line))
    if (found.length === 0) list.append(nothing())
  }
  /** Somebody may be at one of those before by now. @param {readonly Entry[]} found */
  const add = (found) => {
    if (found.length > 0) list.querySelector('.faint')?.remove()
    list.append(...found.map(line))
  }
  const narrow = async () => {
    search.abort()
    search = new AbortController()
    const { signal } = search
    const typed = input.value.trim().toLowerCase()
    const places = all.filter(({ text }) => text.toLowerCase().includes(typed))
    show(places)
    if (typed.length < 2) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    if (signal.aborted) return
    const documents = await documentsBy(typed, signal).catch(() => [])
    if (!signal.aborted) add(documents)
  }
  input.addEventListener('input', narrow)
  dialog.addEventListener('keydown', (event) => move(event, input, list))
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || /** @type {Element} */ (target).closest('a')) dialog.close()
  })
  dialog.addEventListener('close', () => {
    search.abort()
    dialog.remove()
  })
  document.body.append(dialog)
  show(all)
  dialog.showModal()
}

/** @param {KeyboardEvent} event @param {HTMLInputElement} input @param {HTMLElement} list */
function move(event, input, list) {
  const links = [...list.querySelectorAll('a')]
  const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement))
  if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
  else if (event.key === 'ArrowUp') (at > 0 ? links[at - 1] : input).focus()
  else if (event.key === 'Enter' && document.activeElement === input) links[0]?.click()
  // a field to search in would be emptied first
  else if (event.key === 'Escape') input.closest('dialog')?.close()
  else return
  event.preventDefault()
}

/** @param {Entry} entry */
function line({ text, href, kind }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = href
  const name = document.createElement('bdi')
  name.textContent = text
  const label = document.createElement('span')
  label.textContent = kind
  link.append(name, label)
  item.append(link)
  return item
}

function nothing() {
  const item = document.createElement('li')
  item.className = 'faint'
  item.textContent = palette.nothing
  return item
}
