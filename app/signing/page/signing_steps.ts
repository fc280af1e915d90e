import type { Widget } from '#app/documents/field_kinds/field_kind'
import { FIELD_KINDS, type FieldType } from '#app/documents/field_kinds/index'
import type Signer from '#app/documents/signers/signer'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { LabelledField } from './labelled_fields.js'

/** One thing that a signer has to do, as the guide beside the document lists it. */
export interface SigningStep {
  /** Of the field; or `signature` for one that goes on the page which the seal appends. */
  id: string
  type: FieldType
  label: string
  page: number | null
  required: boolean
  /** It may be left empty, and the page says so. */
  isOptional: boolean
  widget: Widget
  missing: string
  /** Said by the sender. */
  help: string | null
  /** What is asked of the value, and what is said when it does not fit. */
  demand: string | null
  misfit: string
  /** Of the input. */
  attributes: ReturnType<typeof attributesOf>
  initial: string | boolean
  choices: Choice[]
  /** As conditions call it. */
  name: string
  /** Its condition, as JSON; empty for what is always shown. */
  shownWhen: string
  adoption: Adoption | null
}

/** Of a list, or a radio button with the id of its field. */
interface Choice {
  value: string
  label: string
  isChosen: boolean
}

/** Where a mark is adopted: what the button says, what is said of it, and what is proposed to those who type. */
interface Adoption {
  ask: string
  hint: string
  proposal: string
}

type Asked = Pick<SigningStep, 'id' | 'type' | 'label' | 'page' | 'initial'> &
  Pick<LabelledField, 'widget' | 'isRequired' | 'missing' | 'demand' | 'input' | 'options'>

export function signingSteps(
  fields: readonly LabelledField[],
  { name, role }: Pick<Signer, 'name' | 'role'>,
  phrases: Phrasebook
): SigningStep[] {
  const groups = Map.groupBy(fields, ({ lead }) => lead)
  const steps = fields
    .filter(({ id, lead }) => id === lead)
    .map((field) => stepView(field, groups.get(field.id) ?? [], name, phrases))
  const isMarked = role !== 'signer' || steps.some(({ type }) => type === 'signature')
  return isMarked ? steps : [...steps, stepView(appended(phrases), [], name, phrases)]
}

function appended({ t }: Phrasebook): Asked {
  const type = 'signature'
  const step = FIELD_KINDS[type].step({ height: 0 })
  const label = t(`sign.${type}`)
  return { ...step, id: type, type, label, page: null, initial: '', options: null }
}

/** @param group  the radio buttons that are asked for with this field */
function stepView(
  field: Asked,
  group: readonly LabelledField[],
  signerName: string,
  { t }: Phrasebook
): SigningStep {
  const { id, type, label, page, widget, isRequired, missing = 'sign.fill_first', initial } = field
  const kind = FIELD_KINDS[type]
  const { help = null, shownWhen, choices = [], key, group: name } = field.options ?? {}
  const demand = field.demand ? t(field.demand.phrase, field.demand.values) : null
  return {
    ...{ id, type, label, page, required: isRequired, widget, help, demand, initial },
    isOptional: field.options?.required === false,
    missing: t(missing),
    misfit: demand === null ? t(missing) : t('sign.not_fitting', { demand }),
    attributes: attributesOf(field),
    choices:
      type === 'radio'
        ? group.map(choiceOf)
        : choices.map((value) => ({ value, label: value, isChosen: value === initial })),
    name: name ?? key ?? '',
    shownWhen: shownWhen ? JSON.stringify(shownWhen) : '',
    adoption: kind.isAdopted
      ? {
          ask: t(kind.words.ask),
          hint: t(page === null ? 'sign.appended_hint' : kind.words.hint),
          proposal: kind.proposal(signerName),
        }
      : null,
  }
}

/** What names it and explains it, for those who listen, and what a browser checks by itself. */
function attributesOf({ id, isRequired, input, demand, options }: Asked) {
  const described = [options?.help && `${id}-help`, demand && `${id}-demand`].filter(Boolean)
  return {
    'autocomplete': 'off',
    'enterkeyhint': 'next',
    ...input,
    id,
    'class': 'input',
    'required': isRequired,
    'aria-describedby': described.join(' ') || undefined,
  }
}

function choiceOf({ id, options, initial }: LabelledField): Choice {
  return { value: id, label: options?.choice ?? id, isChosen: initial === true }
}
