import type { Language } from '#app/foundation/phrases/languages'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'

/** For two custom elements, as JSON in an attribute of theirs. */
interface ScriptWords {
  guide: string
  dialog: string
}

const known = new Map<Language, ScriptWords>()

/** What scripts of the signing page say, in the signer's language; what stands in braces they fill in themselves. */
export function scriptWords(phrases: Phrasebook): ScriptWords {
  const { language } = phrases
  const words = known.get(language) ?? {
    guide: JSON.stringify(guideWords(phrases)),
    dialog: JSON.stringify(dialogWords(phrases)),
  }
  known.set(language, words)
  return words
}

function guideWords({ t }: Phrasebook) {
  const label = '{label}'
  return {
    share: t('sign.share', { done: '{done}', count: '{count}' }),
    step: t('sign.step_of', { step: '{step}', count: '{count}', label }),
    allDone: t('sign.all_done'),
    tickFirst: t('sign.tick_first'),
    fillFirst: t('sign.fill_first'),
    next: t('sign.next'),
    finish: t('sign.finish'),
    signHere: t('sign.sign_here'),
    addInitials: t('sign.add_initials'),
    sending: t('sign.sending'),
    unreachable: t('sign.unreachable'),
    filled: t('sign.filled', { label }),
    open: t('sign.open', { label }),
    free: t('sign.free', { label }),
  }
}

function dialogWords({ t }: Phrasebook) {
  return {
    signature: {
      title: t('signature.title'),
      adopt: t('signature.adopt'),
      legal: t('signature.legal'),
    },
    initials: {
      title: t('signature.initials_title'),
      adopt: t('signature.initials_adopt'),
      legal: t('signature.initials_legal'),
    },
    tooLarge: t('signature.too_large'),
    unreadable: t('signature.unreadable'),
    noInk: t('signature.no_ink'),
    unusable: t('signature.unusable'),
  }
}
