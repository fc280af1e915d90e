import type { Wording } from '#app/foundation/refusal'

/**
 * Why a PDF cannot be used, as the ends of sentences. They come out of other processes as words, and are known again by them:
 * the process that reads a hostile file says nothing that another would have to believe.
 */
const REASONS = {
  no_head: 'its first bytes are not those of a PDF',
  no_document: 'it has no document inside',
  no_list: 'its list of pages is missing',
  endless_list: 'its list of pages never ends',
  circular_list: 'its list of pages goes in circles',
  no_pages: 'it has no pages',
  twins: 'two objects share the number {number}',
  page_size: 'page {number} is too small or too large to be shown',
  page_unreadable: 'page {number} cannot be read',
  content_unreadable: 'the content of page {number} cannot be read',
  page_too_long: 'page {number} has more drawing instructions than readers can be asked to follow',
  not_opened: 'it does not open',
  second_unreadable: 'a second program cannot read what it says',
  joined_unreadable: 'a second program cannot read what its files became',
  file_unreadable: 'a second program cannot read one of its files',
  page_count: 'two programs disagree about how many pages it has',
  says_otherwise: 'page {number} says something else in one program than in another',
  looks_otherwise: 'page {number} looks different in one program than in another',
  page_lost: 'page {number} is lost among the others',
  joined_size: 'page {number} has another size beside the other files',
  joined_says: 'page {number} says something else beside the other files',
  joined_looks: 'page {number} looks different beside the other files',
  loses_pages: 'it loses pages when it is sealed',
  unsealable: 'it is damaged in a way that would keep it from being sealed ({detail})',
  damaged: 'it is damaged beyond what can be read',
  too_slow: 'it takes too long to read',
  too_much_memory: 'it takes too much memory to read',
  reader_down: 'reading it brought the reader down',
  no_answer: 'its reader gave no answer',
  hidden_layer: 'it hides a layer, which cannot be removed from what is signed',
  layer_up_to_programs:
    'it has a layer that programs show or hide by themselves, which cannot be changed in what is signed',
  active: 'it does more than to show pages ({detail}), which cannot be removed from what is signed',
  substitutes:
    'it shows something else on paper or in other programs ({detail}), which cannot be removed from what is signed',
  unlike_paper:
    'page {number} has an annotation that does not show both on screen and on paper, and cannot be removed from what is signed',
  unlike_programs:
    'page {number} has an annotation that programs draw in different ways, and cannot be changed in what is signed',
  unlike_value:
    'page {number} has a field that some programs draw from its value and others do not, and cannot be changed in what is signed',
  drawn_form:
    'its form (XFA) is drawn by the program that opens it, and its pages hold only a note: print it to a PDF first',
  layer_differs: 'its layer “{detail}” is not the same on screen and on paper',
  layer_disagrees: 'its layer “{detail}” is on in one place and off in another',
  layers_circular: 'its layers depend on each other without an end',
  not_appendable: 'nothing can be appended to it as it is written',
  misplaced: 'it is not where readers look for signatures',
  too_many_signatures: 'it has more signatures than can be looked at',
  not_allowed:
    'its certification or its fields allow no more than to fill in its own form, or nothing at all',
  encrypted: 'it is encrypted',
  not_alone: 'it has to be a document of its own',
} as const satisfies Record<Lowercase<string>, string>

type Reason = keyof typeof REASONS

const PATTERNS = Object.entries(REASONS).map(([form, said]) => ({
  form: form as Reason,
  pattern: new RegExp(
    `^${said
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace('{number}', String.raw`(?<number>\d+)`)
      .replace('{detail}', '(?<detail>.*)')}$`,
    's'
  ),
}))

/** How other languages say it; nothing for a reason that they have no words for. */
export function wordingOfReason(reason: string): Wording {
  for (const { form, pattern } of PATTERNS) {
    const found = pattern.exec(reason)
    if (!found) continue
    const { number, detail } = found.groups ?? {}
    return {
      form,
      values: { ...(number && { number: Number(number) }), ...(detail && { detail }) },
    }
  }
  return {}
}
