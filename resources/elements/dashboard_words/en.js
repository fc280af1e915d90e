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
  page: {
    title: (/** @type {number} */ number) => `Page ${number}`,
  },
  colorField: {
    take: (/** @type {string} */ color) => `Use ${color}`,
  },
  pictureField: {
    looking: 'Looking at it…',
    failed: 'It could not be sent. Try again.',
    unsaved: 'The new picture, not yet saved',
    takeColor: (/** @type {string} */ color) => `Use its colour ${color} for pages and mails`,
  },
  brandValue: {
    own: 'Yours, once you save',
    inherited: 'Inherited, once you save',
  },
  fieldBoard: {
    signer: (/** @type {number} */ number) => `Signer ${number}`,
    ofPages: (/** @type {number} */ count) => `of ${count}`,
    fileOf: (
      /** @type {number} */ number,
      /** @type {number} */ count,
      /** @type {string} */ name
    ) => `File ${number} of ${count}: ${name}`,
    removeField: 'Remove this field',
    fields: (/** @type {number} */ count) => (count === 1 ? '1 field' : `${count} fields`),
    room: (/** @type {number} */ room, /** @type {number} */ most) =>
      `There is room for ${room === 1 ? 'one more field' : `${room} more fields`}: a document has at most ${most}.`,
    noRoom: (/** @type {number} */ most) =>
      `There are ${most} fields now, the most that a document has.`,
    tooMany: (/** @type {number} */ count, /** @type {number} */ most) =>
      `Nothing was added: these would be ${count} fields, and a document has at most ${most}.`,
    leftOut: (/** @type {number} */ count) =>
      count === 1
        ? '1 field is left out: this file does not have its page. It comes back with one that does.'
        : `${count} fields are left out: this file does not have their pages. They come back with one that does.`,
    sendWithout: (/** @type {number} */ count) =>
      count === 1
        ? '1 field is left out: this file does not have its page. Send without it?'
        : `${count} fields are left out: this file does not have their pages. Send without them?`,
    goWith: (/** @type {string} */ who, /** @type {number} */ count) =>
      `${count === 1 ? '1 field' : `${count} fields`} of ${who} will be removed, too. Go on?`,
    placed: (/** @type {string} */ field, /** @type {number} */ page) =>
      `${field}, placed on page ${page}`,
    selecting: 'A drag over the pages selects fields',
    onPage: (/** @type {string} */ field, /** @type {number} */ page) => `${field}, page ${page}`,
    moveUp: (/** @type {string} */ field) => `Move up: ${field}`,
    moveDown: (/** @type {string} */ field) => `Move down: ${field}`,
    movedUp: 'Moved up',
    movedDown: 'Moved down',
  },
  fieldCommands: {
    undone: (/** @type {string} */ fields) => `Undone: ${fields}`,
    redone: (/** @type {string} */ fields) => `Done again: ${fields}`,
    nothingToUndo: 'Nothing to take back',
    place: (/** @type {number} */ x, /** @type {number} */ y) =>
      `${x} from the left, ${y} from the top`,
    size: (/** @type {number} */ width, /** @type {number} */ height) =>
      `${width} wide, ${height} high`,
    turned: (/** @type {number} */ page) => `Moved to page ${page}`,
    removed: (/** @type {string} */ fields) => `${fields} removed`,
    copied: (/** @type {string} */ fields) => `${fields} copied`,
    added: (/** @type {string} */ fields) => `${fields} added`,
    aligned: (/** @type {string} */ fields) => `${fields} aligned`,
    distributed: (/** @type {string} */ fields) => `${fields} distributed`,
    sized: (/** @type {string} */ fields) => `${fields} of the same size`,
    selected: (/** @type {string} */ fields) => `${fields} selected`,
    namePages: 'Name pages, such as 2-5, 8, odd or even',
    selectThree: 'Select at least three fields',
    noneSelected: 'Nothing selected',
    sorted: 'The guide goes from top to bottom',
  },
  fieldSuggestions: {
    reading: 'Reading the text…',
    take: (/** @type {string} */ field) => `Take the suggestion: ${field}`,
    found: (/** @type {number} */ count) =>
      count === 1 ? '1 place found' : `${count} places found`,
    foundTags: (/** @type {number} */ count) =>
      count === 1 ? 'We found 1 text tag' : `We found ${count} text tags`,
    foundUnknown: (/** @type {string} */ found, /** @type {number} */ unknown) =>
      `${found}; ${unknown} ${unknown === 1 ? 'names' : 'name'} a signer or kind of field that is not here`,
    none: 'The text names no place to fill in',
    takeAll: 'Take all suggestions',
    sendWithout: (/** @type {number} */ count) =>
      count === 1
        ? '1 suggested field was not taken, so signers will not see it. Send without it?'
        : `${count} suggested fields were not taken, so signers will not see them. Send without them?`,
    placeAll: 'Place their fields',
  },
  fieldOptions: {
    alwaysShown: 'Always shown',
    ticked: 'ticked',
    notTicked: 'not ticked',
    note: 'Note',
    option: (/** @type {number} */ number) => `Option ${number}`,
  },
  passkeyForm: {
    notUsed: 'No passkey was used. Try again, or choose another way.',
    known: 'This device has a passkey for your account already.',
    unsafe: 'Passkeys do not work at this address.',
    failed: 'That did not work. Reload the page, and try again.',
  },
  contacts: {
    list: 'Contacts',
    offered: (/** @type {number} */ count) =>
      count === 1 ? '1 contact is offered.' : `${count} contacts are offered.`,
    filledIn: (/** @type {string} */ who) => `${who} is filled in.`,
  },
  copyButton: {
    copied: 'Copied',
    refused: 'Select and copy it',
  },
  viewer: {
    signed: (/** @type {string} */ label) => `${label} · signed`,
    searching: 'Searching…',
    foundOn: (/** @type {number} */ page) => `On page ${page}`,
    notFound: 'Not found',
  },
  draft: {
    savedAt: (/** @type {string} */ time) => `Saved at ${time}`,
    failed: (/** @type {string} */ why) => `Could not save: ${why}`,
    why: {
      unreachable: 'the server cannot be reached. What you typed is kept in this tab.',
      offline: 'you are offline. What you typed is kept in this tab.',
      loggedOut: 'log in again in another tab, then go on here.',
      ours: 'something went wrong on our side. What you typed is kept in this tab.',
    },
    gone: 'This draft was sent or deleted in the meantime. Nothing more can be saved.',
    somebody: 'Somebody',
    changedBy: (/** @type {string} */ who, /** @type {string} */ time) =>
      `${who} changed this draft at ${time}, while you worked on it. Yours is not saved yet.`,
    lookAtTheirs: 'Look at theirs',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
    unsavedAt: (/** @type {string} */ time) => `What you typed at ${time} has not been saved.`,
    saveNow: 'Save it now',
    forget: 'Forget it',
    savedBy: (/** @type {string} */ who, /** @type {string} */ time) =>
      `${who} saved a newer version at ${time}.`,
    sentMeanwhile: 'This document has been sent in the meantime.',
    show: 'Show it',
  },
  faults: {
    title: (/** @type {number} */ count) => `${count} fields need your attention:`,
  },
  signerRows: {
    thisRow: 'This row',
    moved: (/** @type {string} */ who, /** @type {number} */ place, /** @type {number} */ count) =>
      `${who} is now number ${place} of ${count}.`,
  },
  unsavedWork: {
    question: 'Leave this page? What you entered here has not been saved.',
  },
  upload: {
    share: 'Uploaded so far',
    cancel: 'Cancel upload',
    checking: 'Uploaded. The file is being checked…',
    uploading: (/** @type {number} */ megabytes) => `Uploading ${megabytes.toFixed(1)} MB…`,
    cancelled: 'The upload was cancelled. Nothing has been sent.',
    cancelledLater:
      'The upload was cancelled. What you sent before may have been taken: look before you send it again.',
    stalled:
      'Your file has been sent, but no answer has come yet. Wait a little longer, or send it again: it is taken only once.',
    again: 'Send again',
  },
  failure: {
    unreachable: 'The server cannot be reached. Check your connection, and try again.',
    broken: 'Something went wrong on our side. Try again in a moment.',
    large: 'That is more than can be sent at once. Choose a smaller file.',
    unanswered:
      'The answer got lost on its way. What you sent may have been done: look before you send it again.',
    before: 'What you sent before may have been done: look before you send it again.',
    done: 'That was done, but the page after it cannot be shown. Reload this page.',
    still: (/** @type {boolean} */ isTyped) => (isTyped ? 'What you entered is still here.' : ''),
    loggedOut: 'You have been logged out. Log in in another tab, then try again here.',
    logIn: 'Log in',
    kept: (/** @type {boolean} */ isTyped) =>
      isTyped ? 'What you entered is still here, and not saved yet.' : '',
  },
  restingForm: {
    moment: 'One moment…',
  },
}
