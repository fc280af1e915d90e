/** @type {typeof import('./en.js').default} */
export default {
  palette: {
    title: 'Gehe zu',
    search: 'Ort, Aktion oder Dokument',
    newDocument: 'Neues Dokument',
    switchTo: (environment) => `Zu „${environment}“ wechseln`,
    action: 'Aktion',
    place: 'Ort',
    document: 'Dokument',
    nothing: 'Nichts gefunden. Versuchen Sie es mit weniger Wörtern.',
  },
  shortcuts: {
    title: 'Tastenkürzel',
    goTo: 'Zu einem Ort, einer Aktion oder einem Dokument gehen',
    list: 'Diese Liste',
    escape: 'Schließen, was offen ist',
    choose: 'In einer Liste wählen',
    paletteKeys: 'Strg K oder ⌘ K',
    singleKeys: 'Einzelne Tasten wie ? verwenden',
    close: 'Schließen',
  },
  chart: {
    locale: 'de',
    from: 'Ab',
    describe: (name) => `${name}: Die Werte stehen in der Tabelle darunter`,
  },
}
