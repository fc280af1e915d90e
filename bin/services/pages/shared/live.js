const EVERY_MS = 1500

/** Shows what has arrived since the page was loaded: the marked parts are fetched anew and put in place. */
async function refresh() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = fresh.querySelector(`[data-live="${part.dataset.live}"]`)
    if (next && next.innerHTML !== part.innerHTML) part.innerHTML = next.innerHTML
  }
}

setInterval(() => {
  if (document.visibilityState === 'visible') refresh().catch(() => {})
}, EVERY_MS)
