/** The page hears that something has changed, and takes what is new from a fresh copy of itself. */
const news = new EventSource('/live')
let isLost = false
let renewal = Promise.resolve()

news.onmessage = () => (renewal = renewal.then(renew))
news.onerror = () => (isLost = true)
news.onopen = () => {
  if (isLost) renewal = renewal.then(renew)
  isLost = false
}

async function renew() {
  const answer = await fetch(location.href).catch(() => null)
  if (!answer?.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const before = textOf(document)
  document.querySelector('[data-live]').replaceWith(fresh.querySelector('[data-live]'))
  const said = document.querySelector('[data-said]')
  if (said && textOf(document) !== before) said.textContent = textOf(document)
}

function textOf(page) {
  return page.querySelector('[data-status]')?.textContent
}
