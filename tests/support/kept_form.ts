/** The fields with which a page that asks for a proof carries the form that was sent. */
export function keptFormIn(text: string): { confirmForm: string } {
  return { confirmForm: /name="confirmForm" value="([^"]+)"/.exec(text)?.[1] ?? '' }
}
