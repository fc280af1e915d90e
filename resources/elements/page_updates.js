/**
 * Keeps the parts of a page that change by themselves up to date: those with `data-updates` (the id of a document, or `*` for any) as soon
 * as the stream at `data-stream` says so, and those with `up-poll` every few seconds, where there is no stream.
 */

/** What somebody has opened, chosen or begun to type does not go away under their eyes. */
const AT_WORK = 'details[open], input:checked, :is(input, textarea):focus'

/** A rush of news is one reload, and pages of many people do not all ask in the same moment. */
const PAUSE_MS = 200
const SPREAD_MS = 300

/** A stream that was refused is asked for again; until then the page polls. */
const AGAIN_MS = 30_000

/** Beside a stream that works polling is for what no message tells: that somebody has gone, and a message that was lost. */
const POLL_BESIDE_STREAM_MS = 60_000
const SLOW_POLL_MS = 15_000

/** @param {any} up */
export function followUpdates(up) {
  /** @type {EventSource | null} */
  let source = null
  /** @type {number | undefined} */
  let later
  /** @type {number | undefined} */
  let again
  /** @type {WeakMap<Element, number>} */
  const polled = new WeakMap()
  /** @type {Set<string>} */
  let changed = new Set()

  up.on('up:fragment:poll', (/** @type {any} */ event) => {
    if (isAtWork(event.target) || isPolledEnough(event.target)) event.preventDefault()
  })
  up.compiler('[data-updates]', () => {
    connect()
    return () => window.setTimeout(leaveUnused)
  })
  // a page that nobody sees needs no connection, of which browsers have few
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return close()
    if (!parts()[0]) return
    changed.add('*')
    reloadSoon()
    connect()
  })

  /** @param {Element} part */
  function isPolledEnough(part) {
    const isSlow = Number(part.getAttribute('up-interval')) >= SLOW_POLL_MS
    if (source?.readyState !== EventSource.OPEN || !isSlow) return false
    const last = polled.get(part) ?? performance.now()
    if (!polled.has(part)) polled.set(part, last)
    if (performance.now() - last < POLL_BESIDE_STREAM_MS) return true
    polled.set(part, performance.now())
    return false
  }

  function connect() {
    const url = parts()[0]?.dataset.stream
    if (!url || document.hidden || !('EventSource' in window)) return
    if (source && source.url === new URL(url, location.href).href) return
    close()
    source = new EventSource(url)
    source.addEventListener('update', hear)
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return
      close()
      again = window.setTimeout(connect, AGAIN_MS)
    })
  }

  function close() {
    window.clearTimeout(again)
    source?.close()
    source = null
  }

  function leaveUnused() {
    if (!parts()[0]) close()
  }

  /** @param {MessageEvent<string>} event */
  function hear(event) {
    const { documents } = JSON.parse(event.data)
    for (const id of documents ?? ['*']) changed.add(id)
    reloadSoon()
  }

  function reloadSoon() {
    later ??= window.setTimeout(reload, PAUSE_MS + Math.random() * SPREAD_MS)
  }

  function reload() {
    later = undefined
    const due = parts().filter(
      ({ dataset: { updates = '' } }) => updates === '*' || changed.has('*') || changed.has(updates)
    )
    // what waits for somebody to finish is tried again
    const [busy, free] = [due.filter(isAtWork), due.filter((part) => !isAtWork(part))]
    changed = new Set(busy.map(({ dataset }) => dataset.updates ?? ''))
    if (busy.length > 0) later = window.setTimeout(reload, SLOW_POLL_MS)
    for (const part of free) up.reload(part).catch(() => {})
  }
}

/** @returns {HTMLElement[]} */
function parts() {
  return /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-updates]')])
}

/** @param {Element} part */
function isAtWork(part) {
  const all = [part, ...document.querySelectorAll('[up-hungry]')]
  return all.some(
    (one) => one.matches(':not(document-viewer)') && (one.querySelector(AT_WORK) || isTypedIn(one))
  )
}

/** Also once the focus is elsewhere. @param {Element} part */
function isTypedIn(part) {
  /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */
  const controls = part.querySelectorAll('form[method=post] :is(input, textarea)')
  return [...controls].some(({ value, defaultValue }) => value !== defaultValue)
}
