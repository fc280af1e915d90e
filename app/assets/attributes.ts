/** What knows its values: the properties of a component. */
interface Props {
  all(): Record<string, unknown>
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * The properties of a component, or plain ones, as attributes of its element. Edge's own `toAttrs` writes values as they are, quotation marks included:
 * what somebody typed would end the attribute and begin an element.
 */
export default function attributes(props: Props | Record<string, unknown>): string {
  const values = typeof props.all === 'function' ? (props as Props).all() : props
  return Object.entries(values)
    .map(([name, value]) => attribute(name, Array.isArray(value) ? value.join(' ') : value))
    .filter((text) => text !== null)
    .join(' ')
}

function attribute(name: string, value: unknown): string | null {
  if (value === true) return name
  if (typeof value === 'number') return `${name}="${value}"`
  if (typeof value !== 'string' || value === '') return null
  return `${name}="${value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character])}"`
}
