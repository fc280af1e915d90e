import type { InputPath } from '#app/foundation/input_path'

/** The validator names a place by text, `signers.0.email`. Here it becomes a path, and nowhere does a path become that text again. */
export function pathOf(field: string): InputPath {
  return field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}
