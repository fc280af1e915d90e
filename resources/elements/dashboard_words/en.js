/** What the elements of the dashboard say in English, by element. */
export default {
  palette: {
    title: 'Go to',
    search: 'Place, action or document',
    newDocument: 'New document',
    switchTo: (/** @type {string} */ environment) => `Switch to ${environment.toLowerCase()}`,
    action: 'Action',
    place: 'Place',
    document: 'Document',
    nothing: 'Nothing found. Try fewer words.',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    goTo: 'Go to a place, an action or a document',
    list: 'This list',
    escape: 'Close what is open',
    choose: 'Choose in a list',
    paletteKeys: 'Ctrl K or ⌘ K',
    singleKeys: 'Use single keys, such as ?',
    close: 'Close',
  },
  chart: {
    locale: 'en-GB',
    from: 'From',
    describe: (/** @type {string} */ name) => `${name}: the table below has its values`,
  },
}
