const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const AT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** What an entry of a trail holds beside its words, for people: `{mayWrite: true}` reads “May write yes”. */
export function detailLine(name: string, value: unknown): { name: string; value: string } {
  return { name: readable(name), value: printableValue(value) }
}

/** `brand.logo_changed` and `mayWrite` read as “Brand logo changed” and “May write”. */
export function readable(name: string): string {
  const words = name
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words[0].toUpperCase() + words.slice(1)
}

function printableValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'string' && MOMENT.test(value)) return `${AT.format(new Date(value))} UTC`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
