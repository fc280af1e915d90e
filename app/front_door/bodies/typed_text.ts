/** What somebody typed into a form. Forms send a line break as two characters; people count one. */
export function typedText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : ''
}
