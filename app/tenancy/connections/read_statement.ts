const SELECT = /^\s*select\b/i

/** Functions of our own that change something when they are selected; those of a cell are called with its name. */
const CHANGE = /\b(?:cell\s*\.\s*\w+|reset_sandbox|erase_(?:personal|named)_values)\s*\(/i

/** Whether a statement changes nothing, so that nothing of it can be unknown when its connection breaks. */
export function isRead(text: string): boolean {
  return SELECT.test(text) && !CHANGE.test(text)
}
