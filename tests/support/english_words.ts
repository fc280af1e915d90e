const SILENT =
  /<(script|style|template|code|pre|samp|kbd|bdi|textarea)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<title>[\s\S]*?<\/title>/g
const IN_ENGLISH = /<(\w+)[^>]*\slang="en"[^>]*>[\s\S]*?<\/\1>/g
const SPOKEN = /\s(?:aria-label|placeholder|title|alt)="([^"]*)"/g

/** Words that hardly any English sentence does without, and that German does not have. */
const ENGLISH =
  /(?<![\w./@-])(?:the|you|your|this|that|these|it|are|is|with|from|which|when|and|of|no|not|yet)(?![\w/@-]|\.\w)/i

/** Names of the tz database, such as Europe/Isle of Man. */
const TIME_ZONE = /^[A-Z][a-z]+\/\S/

/** What a page says in English: text and labels, without code and what people typed. */
export function englishWords(html: string): string[] {
  const said = html.replace(SILENT, ' ').replace(IN_ENGLISH, ' ')
  const labels = [...said.matchAll(SPOKEN)].map(([, label]) => label)
  return [...labels, ...said.replace(/<[^>]*>/g, '\n').split('\n')]
    .map((words) => words.trim())
    .filter((words) => ENGLISH.test(words) && !TIME_ZONE.test(words))
}
