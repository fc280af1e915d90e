/** The very request, for a shell: signatures and all, so that a receiver at hand can be tried with it. */
export function curlCommand(url: string, headers: Record<string, string>, body: string): string {
  const named = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  return ['curl', '-X POST', quoted(url), ...named, `--data-binary ${quoted(body)}`].join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
