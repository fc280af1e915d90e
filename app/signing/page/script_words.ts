import { ADOPTED_TYPES, FIELD_KINDS, type AdoptedType } from '#app/documents/field_kinds/index'
import { spokenOf } from '#app/documents/signers/role_phrases'
import type { SignerRole } from '#app/documents/signers/signer_role'
import type { Language } from '#app/foundation/phrases/languages'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'

/** For custom elements, as JSON in an attribute of theirs. */
interface ScriptWords {
  guide: string
  dialog: string
  certificate: string
}

const known = new Map<`${Language} ${SignerRole}`, ScriptWords>()

/** What scripts of the signing page say, in the signer's language; what stands in braces they fill in themselves. */
export function scriptWords(phrases: Phrasebook, role: SignerRole): ScriptWords {
  const key = `${phrases.language} ${role}` as const
  const words = known.get(key) ?? {
    guide: JSON.stringify(guideWords(spokenOf(role, phrases.t))),
    dialog: JSON.stringify(dialogWords(phrases)),
    certificate: JSON.stringify(certificateWords(phrases)),
  }
  known.set(key, words)
  return words
}

function guideWords(t: Phrasebook['t']) {
  const label = '{label}'
  return {
    share: t('sign.share', { done: '{done}', count: '{count}' }),
    step: t('sign.step_of', { step: '{step}', count: '{count}', label }),
    allDone: t('sign.all_done'),
    next: t('sign.next'),
    review: t('sign.review'),
    changeOf: t('sign.change_of', { label }),
    ticked: t('sign.ticked'),
    unticked: t('sign.unticked'),
    empty: t('sign.empty'),
    finish: t('sign.finish'),
    sending: t('sign.sending'),
    unreachable: t('sign.unreachable'),
    tooMany: t('errors.too_many_text'),
    tooLarge: t('faults.picture_too_large'),
    filled: t('sign.filled', { label }),
    open: t('sign.open', { label }),
    free: t('sign.free', { label }),
  }
}

function dialogWords({ t }: Phrasebook) {
  return {
    ...Object.fromEntries(ADOPTED_TYPES.map((type) => [type, adoptionWords(type, t)])),
    tooLarge: t('signature.too_large'),
    unreadable: t('signature.unreadable'),
    noInk: t('signature.no_ink'),
    unusable: t('signature.unusable'),
  }
}

function certificateWords({ t }: Phrasebook) {
  const [subject, issuer, day] = ['{subject}', '{issuer}', '{day}']
  return {
    ready: t('sign.own_ready', { subject, issuer, day }),
    wrong: t('sign.own_wrong'),
    unreadable: t('sign.own_unreadable'),
    missing: t('sign.own_missing'),
  }
}

function adoptionWords(type: AdoptedType, t: Phrasebook['t']) {
  const { title, adopt, legal } = FIELD_KINDS[type].words
  return { title: t(title), adopt: t(adopt), legal: t(legal) }
}
