const STEP_PT = 4
const FINE_STEP_PT = 1

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** With Ctrl, or ⌘. @type {Record<string, string>} */
const COMMANDS = { a: 'all', c: 'copy', d: 'duplicate', v: 'paste', x: 'cut', y: 'redo', z: 'undo' }

/** @typedef {import('./field_commands.js').FieldAction} FieldAction */

/**
 * What a key does to the fields that are selected: arrows move, with Alt or Ctrl they resize, with Shift by the smallest step.
 *
 * @param {KeyboardEvent} event
 * @returns {FieldAction | null}
 */
export function actionOf(event) {
  const { key, altKey, shiftKey } = event
  const isCommand = event.ctrlKey || event.metaKey
  const direction = DIRECTIONS[key]
  if (direction) {
    const step = shiftKey ? FINE_STEP_PT : STEP_PT
    const [dx, dy] = direction.map((one) => one * step)
    return { name: altKey || isCommand ? 'resize' : 'move', dx, dy }
  }
  if (altKey && (key === 'PageUp' || key === 'PageDown'))
    return { name: 'turn', step: key === 'PageUp' ? -1 : 1 }
  if (key === 'Delete' || key === 'Backspace') return { name: 'remove' }
  if (!isCommand && !altKey && key.toLowerCase() === 'v') return { name: 'select' }
  if (key === 'Escape') return { name: 'none' }
  const command = isCommand && !altKey ? COMMANDS[key.toLowerCase()] : undefined
  if (!command) return null
  return { name: command === 'undo' && shiftKey ? 'redo' : command }
}
