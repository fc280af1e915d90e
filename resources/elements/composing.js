/** What Safari says of the key that ends a composition, and others of all its keys. */
const IN_PROCESS = 229

/** Keys that go to an input method (Japanese, Chinese, Korean) are no commands: Enter takes what it offers, and arrows choose. Imported first. */
window.addEventListener(
  'keydown',
  (event) => {
    if (event.isComposing || event.keyCode === IN_PROCESS) event.stopImmediatePropagation()
  },
  { capture: true }
)
