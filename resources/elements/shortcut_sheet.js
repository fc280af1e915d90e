import words from './dashboard_words.js'

const { shortcuts } = words
const STORED = 'single-keys'

const SHORTCUTS = [
  [shortcuts.paletteKeys, shortcuts.goTo],
  ['?', shortcuts.list],
  ['Esc', shortcuts.escape],
  ['↑ ↓ Enter', shortcuts.choose],
]

/**
 * Whether a key belongs to what somebody is typing in, or to a part of the page with keys of its own.
 *
 * @param {EventTarget | null} target
 */
export function isTyping(target) {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], field-board, signature-pad') !==
      null
  )
}

/** Which keys do what, and whether single ones do anything: who speaks to their computer turns them off. */
export const shortcutSheet = {
  get areSingleKeysOn() {
    return localStorage.getItem(STORED) !== 'off'
  },

  open() {
    const dialog = document.createElement('dialog')
    dialog.className = 'dialog shortcuts'
    dialog.setAttribute('aria-labelledby', 'shortcuts-title')
    dialog.innerHTML = `<div class="dialog-header"><h2 id="shortcuts-title">${shortcuts.title}</h2></div><div class="dialog-body"><dl></dl><label class="check"><input type="checkbox"><span>${shortcuts.singleKeys}</span></label></div><div class="dialog-footer"><button class="button" type="button"><span>${shortcuts.close}</span></button></div>`
    const list = /** @type {HTMLElement} */ (dialog.querySelector('dl'))
    for (const [keys, does] of SHORTCUTS) {
      const [term, text] = [document.createElement('dt'), document.createElement('dd')]
      const key = document.createElement('kbd')
      key.textContent = keys
      text.textContent = does
      term.append(key)
      list.append(term, text)
    }
    const box = /** @type {HTMLInputElement} */ (dialog.querySelector('input'))
    box.checked = this.areSingleKeysOn
    box.addEventListener('change', () => localStorage.setItem(STORED, box.checked ? 'on' : 'off'))
    dialog.querySelector('button')?.addEventListener('click', () => dialog.close())
    dialog.addEventListener('close', () => dialog.remove())
    document.body.append(dialog)
    dialog.showModal()
  },
}
