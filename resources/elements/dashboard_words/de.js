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
  page: {
    title: (number) => `Seite ${number}`,
  },
  colorField: {
    take: (color) => `${color} nehmen`,
  },
  pictureField: {
    looking: 'Wird angesehen …',
    failed: 'Das Bild konnte nicht gesendet werden. Versuchen Sie es noch einmal.',
    unsaved: 'Das neue Bild, noch nicht gespeichert',
    takeColor: (color) => `Seine Farbe ${color} für Seiten und E-Mails nehmen`,
  },
  brandValue: {
    own: 'Ihres, sobald Sie speichern',
    inherited: 'Geerbt, sobald Sie speichern',
  },
  fieldBoard: {
    signer: (number) => `Unterzeichner ${number}`,
    ofPages: (count) => `von ${count}`,
    fileOf: (number, count, name) => `Datei ${number} von ${count}: ${name}`,
    removeField: 'Dieses Feld entfernen',
    fields: (count) => (count === 1 ? '1 Feld' : `${count} Felder`),
    room: (room, most) =>
      `Es ist Platz für ${room === 1 ? 'ein weiteres Feld' : `${room} weitere Felder`}: Ein Dokument hat höchstens ${most}.`,
    noRoom: (most) => `Es sind jetzt ${most} Felder; mehr kann ein Dokument nicht haben.`,
    tooMany: (count, most) =>
      `Nichts wurde hinzugefügt: Es wären ${count} Felder, und ein Dokument hat höchstens ${most}.`,
    leftOut: (count) =>
      count === 1
        ? '1 Feld fehlt jetzt: Diese Datei hat seine Seite nicht. Mit einer Datei, die sie hat, ist es wieder da.'
        : `${count} Felder fehlen jetzt: Diese Datei hat ihre Seiten nicht. Mit einer Datei, die sie hat, sind sie wieder da.`,
    sendWithout: (count) =>
      count === 1
        ? '1 Feld fehlt: Diese Datei hat seine Seite nicht. Ohne dieses Feld senden?'
        : `${count} Felder fehlen: Diese Datei hat ihre Seiten nicht. Ohne diese Felder senden?`,
    goWith: (who, count) =>
      count === 1
        ? `1 Feld von ${who} wird mit entfernt. Fortfahren?`
        : `${count} Felder von ${who} werden mit entfernt. Fortfahren?`,
    placed: (field, page) => `${field}, auf Seite ${page} platziert`,
    selecting: 'Ziehen über die Seiten wählt Felder aus',
    onPage: (field, page) => `${field}, Seite ${page}`,
    moveUp: (field) => `Nach oben: ${field}`,
    moveDown: (field) => `Nach unten: ${field}`,
    movedUp: 'Nach oben verschoben',
    movedDown: 'Nach unten verschoben',
  },
  fieldCommands: {
    undone: (fields) => `Rückgängig gemacht: ${fields}`,
    redone: (fields) => `Wiederholt: ${fields}`,
    nothingToUndo: 'Nichts rückgängig zu machen',
    place: (x, y) => `${x} von links, ${y} von oben`,
    size: (width, height) => `${width} breit, ${height} hoch`,
    turned: (page) => `Auf Seite ${page} verschoben`,
    removed: (fields) => `${fields} entfernt`,
    copied: (fields) => `${fields} kopiert`,
    added: (fields) => `${fields} hinzugefügt`,
    aligned: (fields) => `${fields} ausgerichtet`,
    distributed: (fields) => `${fields} verteilt`,
    sized: (fields) => `${fields} in gleicher Größe`,
    selected: (fields) => `${fields} ausgewählt`,
    namePages: 'Nennen Sie Seiten, etwa 2-5, 8, ungerade oder gerade',
    selectThree: 'Wählen Sie mindestens drei Felder aus',
    noneSelected: 'Nichts ausgewählt',
    sorted: 'Die Führung geht von oben nach unten',
  },
  fieldSuggestions: {
    reading: 'Text wird gelesen …',
    take: (field) => `Vorschlag übernehmen: ${field}`,
    found: (count) => (count === 1 ? '1 Stelle gefunden' : `${count} Stellen gefunden`),
    foundTags: (count) =>
      count === 1 ? 'Wir haben 1 Text-Tag gefunden' : `Wir haben ${count} Text-Tags gefunden`,
    foundUnknown: (found, unknown) =>
      `${found}; ${unknown} ${unknown === 1 ? 'nennt' : 'nennen'} einen Unterzeichner oder eine Feldart, die es hier nicht gibt`,
    none: 'Der Text nennt keine Stelle zum Ausfüllen',
    takeAll: 'Alle Vorschläge übernehmen',
    sendWithout: (count) =>
      count === 1
        ? '1 vorgeschlagenes Feld wurde nicht übernommen; Unterzeichner sehen es nicht. Ohne dieses Feld senden?'
        : `${count} vorgeschlagene Felder wurden nicht übernommen; Unterzeichner sehen sie nicht. Ohne diese Felder senden?`,
    placeAll: 'Ihre Felder platzieren',
  },
  fieldOptions: {
    alwaysShown: 'Immer sichtbar',
    ticked: 'angekreuzt',
    notTicked: 'nicht angekreuzt',
    note: 'Hinweis',
    option: (number) => `Option ${number}`,
  },
  passkeyForm: {
    notUsed:
      'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.',
    known: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
    unsafe: 'Passkeys funktionieren unter dieser Adresse nicht.',
    failed: 'Das hat nicht geklappt. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
  },
  contacts: {
    list: 'Kontakte',
    offered: (count) =>
      count === 1 ? 'Ein Kontakt wird vorgeschlagen.' : `${count} Kontakte werden vorgeschlagen.`,
    filledIn: (who) => `${who} ist eingetragen.`,
  },
  copyButton: {
    copied: 'Kopiert',
    refused: 'Bitte selbst kopieren',
  },
  viewer: {
    signed: (label) => `${label} · unterschrieben`,
    searching: 'Sucht …',
    foundOn: (page) => `Auf Seite ${page}`,
    notFound: 'Nicht gefunden',
  },
  draft: {
    savedAt: (time) => `Gespeichert um ${time}`,
    failed: (why) => `Konnte nicht speichern: ${why}`,
    why: {
      unreachable:
        'Der Server ist nicht erreichbar. Was Sie eingegeben haben, bleibt in diesem Tab erhalten.',
      offline: 'Sie sind offline. Was Sie eingegeben haben, bleibt in diesem Tab erhalten.',
      loggedOut: 'Melden Sie sich in einem anderen Tab an und machen Sie dann hier weiter.',
      ours: 'Bei uns ist etwas schiefgegangen. Was Sie eingegeben haben, bleibt in diesem Tab erhalten.',
    },
    gone: 'Dieser Entwurf wurde inzwischen gesendet oder gelöscht. Nichts mehr kann gespeichert werden.',
    somebody: 'Jemand',
    changedBy: (who, time) =>
      `${who} hat diesen Entwurf um ${time} geändert, während Sie daran gearbeitet haben. Ihre Fassung ist noch nicht gespeichert.`,
    lookAtTheirs: 'Andere Fassung ansehen',
    keepMine: 'Meine behalten',
    takeTheirs: 'Andere übernehmen',
    unsavedAt: (time) => `Was Sie um ${time} eingegeben haben, ist nicht gespeichert.`,
    saveNow: 'Jetzt speichern',
    forget: 'Vergessen',
    savedBy: (who, time) => `${who} hat um ${time} eine neuere Fassung gespeichert.`,
    sentMeanwhile: 'Dieses Dokument wurde inzwischen gesendet.',
    show: 'Anzeigen',
  },
  faults: {
    title: (count) => `${count} Felder brauchen Ihre Aufmerksamkeit:`,
  },
  signerRows: {
    thisRow: 'Diese Zeile',
    moved: (who, place, count) => `${who} ist jetzt Nummer ${place} von ${count}.`,
  },
  unsavedWork: {
    question: 'Diese Seite verlassen? Was Sie hier eingegeben haben, ist nicht gespeichert.',
  },
  upload: {
    share: 'Bisher hochgeladen',
    cancel: 'Hochladen abbrechen',
    checking: 'Hochgeladen. Die Datei wird geprüft …',
    uploading: (megabytes) => `${megabytes.toFixed(1).replace('.', ',')} MB werden hochgeladen …`,
    cancelled: 'Das Hochladen wurde abgebrochen. Nichts wurde gesendet.',
    cancelledLater:
      'Das Hochladen wurde abgebrochen. Was Sie vorher gesendet haben, wurde vielleicht übernommen: Sehen Sie nach, bevor Sie es noch einmal senden.',
    stalled:
      'Ihre Datei wurde gesendet, aber es kam noch keine Antwort. Warten Sie noch etwas, oder senden Sie sie noch einmal: Sie wird nur einmal übernommen.',
    again: 'Noch einmal senden',
  },
  failure: {
    unreachable:
      'Der Server ist nicht zu erreichen. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
    broken: 'Auf unserer Seite ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
    large: 'Das ist mehr, als auf einmal gesendet werden kann. Wählen Sie eine kleinere Datei.',
    unanswered:
      'Die Antwort ging unterwegs verloren. Vielleicht ist es trotzdem geschehen: Sehen Sie nach, bevor Sie es noch einmal senden.',
    before:
      'Was Sie vorher gesendet haben, ist vielleicht geschehen: Sehen Sie nach, bevor Sie es noch einmal senden.',
    done: 'Das ist erledigt, nur die Seite danach kann nicht gezeigt werden. Laden Sie diese Seite neu.',
    still: (/** @type {boolean} */ isTyped) =>
      isTyped ? 'Was Sie eingegeben haben, steht noch hier.' : '',
    loggedOut:
      'Sie wurden abgemeldet. Melden Sie sich in einem anderen Tab an, und versuchen Sie es dann hier noch einmal.',
    logIn: 'Anmelden',
    kept: (/** @type {boolean} */ isTyped) =>
      isTyped ? 'Was Sie eingegeben haben, steht noch hier und ist noch nicht gespeichert.' : '',
  },
  restingForm: {
    moment: 'Einen Moment …',
  },
}
