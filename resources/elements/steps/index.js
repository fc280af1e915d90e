import AdoptStep from './adopt_step.js'
import DayStep from './day_step.js'
import NoteStep from './note_step.js'
import NumberStep from './number_step.js'
import RadioStep from './radio_step.js'
import Step from './step.js'
import TickStep from './tick_step.js'
import UploadStep from './upload_step.js'

/** By the widget of a step: what is not here is written. @type {Record<string, typeof Step>} */
const WIDGETS = {
  adopt: AdoptStep,
  day: DayStep,
  note: NoteStep,
  number: NumberStep,
  radio: RadioStep,
  tick: TickStep,
  upload: UploadStep,
}

/**
 * @param {HTMLElement} item
 * @param {HTMLElement | null} place
 * @param {Record<string, string>} words  of the guide
 */
export default function stepOf(item, place, words) {
  const Widget = WIDGETS[item.dataset.widget ?? ''] ?? Step
  return new Widget(item, place, words)
}
