/** Where in what a caller sent something is at fault: `['signers', 0, 'email']`. */
export type InputPath = readonly (string | number)[]

/** The same as programs write it: `signers[0].email`. */
export function spelled(path: InputPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${String(step)}]`
    return text ? `${text}.${step}` : step
  }, '')
}
