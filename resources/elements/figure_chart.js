import Plot from '../npm/uplot/dist/uPlot.esm.js'
import words from './dashboard_words.js'

const { locale, from, describe } = words.chart
const HEIGHT = 220
const TWO_DAYS_S = 2 * 86_400
const HOUR = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const MOMENT = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
/** Told apart without colours as well. */
const DASHES = [[], [6, 4], [2, 3], [10, 4, 2, 4], [1, 4], [12, 6]]
const SHEET = new URL('../npm/uplot/dist/uPlot.min.css', import.meta.url).href

/** `<figure-chart name>` around a table of times and values: draws the table and folds it up. */
class FigureChart extends HTMLElement {
  /** @type {any} */
  #plot
  #size = new ResizeObserver(() => this.#fit())
  #scheme = matchMedia('(prefers-color-scheme: dark)')
  #redraw = () => this.#plot?.redraw()

  connectedCallback() {
    const table = this.querySelector('table')
    if (!table || this.#plot) return
    const place = document.createElement('div')
    place.className = 'figure-plot'
    place.setAttribute('role', 'img')
    place.setAttribute('aria-label', describe(this.getAttribute('name') ?? ''))
    this.prepend(place)
    loadSheet()
    this.#plot = new Plot(this.#options(table), dataOf(table), place)
    this.querySelector('details')?.removeAttribute('open')
    this.#size.observe(this)
    this.#scheme.addEventListener('change', this.#redraw)
  }

  disconnectedCallback() {
    this.#size.disconnect()
    this.#scheme.removeEventListener('change', this.#redraw)
    this.#plot?.destroy()
    this.#plot = undefined
    this.querySelector('.figure-plot')?.remove()
  }

  #fit() {
    this.#plot?.setSize({ width: this.clientWidth, height: HEIGHT })
  }

  /** @param {HTMLTableElement} table */
  #options(table) {
    const color = (/** @type {string} */ name) => () =>
      getComputedStyle(this).getPropertyValue(`--${name}`)
    const axis = {
      stroke: color('ink-faint'),
      grid: { stroke: color('line'), width: 1 },
      ticks: { stroke: color('line'), width: 1 },
    }
    const values = (/** @type {any} */ _, /** @type {number[]} */ all) =>
      all.map((value) => value.toLocaleString(locale, { notation: 'compact' }))
    const times = (/** @type {any} */ plot, /** @type {number[]} */ all) => {
      const { min, max } = plot.scales.x
      return all.map((at) => (max - min > TWO_DAYS_S ? DAY : HOUR).format(at * 1000))
    }
    return {
      width: this.clientWidth,
      height: HEIGHT,
      scales: {
        y: {
          range: (/** @type {any} */ _, /** @type {number} */ __, /** @type {number} */ most) => [
            0,
            Math.max(1, most * 1.1),
          ],
        },
      },
      axes: [
        { ...axis, values: times },
        { ...axis, values },
      ],
      series: [
        {
          label: from,
          value: (/** @type {any} */ _, /** @type {number?} */ at) =>
            at && MOMENT.format(at * 1000),
        },
        ...[...(table.tHead?.rows[0].cells ?? [])].slice(1).map((head, index) => ({
          label: head.textContent ?? '',
          stroke: color(head.dataset.tone ?? 'ink'),
          dash: DASHES[index % DASHES.length],
          width: 2,
          points: { size: 4 },
        })),
      ],
    }
  }
}

/**
 * Seconds of the steps, then the values of each series.
 *
 * @param {HTMLTableElement} table
 */
function dataOf(table) {
  const rows = [...table.tBodies[0].rows]
  const times = rows.map((row) => Date.parse(row.querySelector('time')?.dateTime ?? '') / 1000)
  const [first] = rows
  const columns = [...first.cells].slice(1).map((_, index) =>
    rows.map((row) => {
      const { value } = row.cells[index + 1].dataset
      return value === undefined ? null : Number(value)
    })
  )
  return [times, ...columns]
}

function loadSheet() {
  if (document.head.querySelector(`link[href="${SHEET}"]`)) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = SHEET
  document.head.append(link)
}

customElements.define('figure-chart', FigureChart)
