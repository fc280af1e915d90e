import type { StandardFonts } from 'pdf-lib'
import { OpenTypeface } from './open_typeface.js'
import { StandardTypeface } from './standard_typeface.js'
import type { Typeface } from './typeface.js'

export type Voice = 'regular' | 'bold' | 'hand'

/** What Latin letters are set in: a font that every reader has, or one that travels with the file. */
export type LatinFonts = 'standard' | 'embedded'

/** Which forms of the characters that China, Japan and Korea share; their readers expect their own. */
export type HanForms = 'sc' | 'jp' | 'kr'

const HELVETICA = 'Helvetica' as StandardFonts.Helvetica
const HELVETICA_BOLD = 'Helvetica-Bold' as StandardFonts.HelveticaBold
const NOTO_SANS = 'noto-sans/400Regular/NotoSans_400Regular.ttf'
const NOTO_SANS_BOLD = 'noto-sans/700Bold/NotoSans_700Bold.ttf'
const CAVEAT = 'caveat/400Regular/Caveat_400Regular.ttf'
const NOTO_NASKH_ARABIC_BOLD = 'noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf'
const NOTO_EMOJI = 'noto-emoji/400Regular/NotoEmoji_400Regular.ttf'

const HAN: Record<HanForms, string> = { sc: notoSans('SC'), jp: notoSans('JP'), kr: notoSans('KR') }

/** Fonts are large: a file is opened only for characters that it may have. */
const SCRIPTS: [RegExp, string][] = [
  [/\p{Script_Extensions=Arabic}/u, 'noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf'],
  [/\p{Script_Extensions=Hebrew}/u, notoSans('Hebrew')],
  [/\p{Script_Extensions=Devanagari}/u, notoSans('Devanagari')],
  [/\p{Script_Extensions=Bengali}/u, notoSans('Bengali')],
  [/\p{Script_Extensions=Gurmukhi}/u, notoSans('Gurmukhi')],
  [/\p{Script_Extensions=Gujarati}/u, notoSans('Gujarati')],
  [/\p{Script_Extensions=Tamil}/u, notoSans('Tamil')],
  [/\p{Script_Extensions=Telugu}/u, notoSans('Telugu')],
  [/\p{Script_Extensions=Kannada}/u, notoSans('Kannada')],
  [/\p{Script_Extensions=Malayalam}/u, notoSans('Malayalam')],
  [/\p{Script_Extensions=Sinhala}/u, notoSans('Sinhala')],
  [/\p{Script_Extensions=Thai}/u, notoSans('Thai')],
  [/\p{Script_Extensions=Lao}/u, notoSans('Lao')],
  [/\p{Script_Extensions=Khmer}/u, notoSans('Khmer')],
  [/\p{Script_Extensions=Myanmar}/u, notoSans('Myanmar')],
  [/\p{Script_Extensions=Georgian}/u, notoSans('Georgian')],
  [/\p{Script_Extensions=Armenian}/u, notoSans('Armenian')],
  [/\p{Script_Extensions=Ethiopic}/u, notoSans('Ethiopic')],
  [/\p{Script_Extensions=Oriya}/u, notoSans('Oriya')],
  [
    /\p{Script_Extensions=Tibetan}/u,
    'noto-serif-tibetan/400Regular/NotoSerifTibetan_400Regular.ttf',
  ],
  [/\p{Script_Extensions=Mongolian}/u, notoSans('Mongolian')],
  [/\p{Script_Extensions=Javanese}/u, notoSans('Javanese')],
  [/\p{Script_Extensions=Syriac}/u, notoSans('Syriac')],
  [/\p{Script_Extensions=Thaana}/u, notoSans('Thaana')],
  [/\p{Script_Extensions=Tifinagh}/u, notoSans('Tifinagh')],
  [/\p{Script_Extensions=Cherokee}/u, notoSans('Cherokee')],
  [
    /\p{Script_Extensions=Canadian_Aboriginal}/u,
    'noto-sans-canadian-aboriginal/400Regular/NotoSansCanadianAboriginal_400Regular.ttf',
  ],
]
/** Letters and signs of formulas, which some use to write names, and signs of other trades. */
const SIGNS = [notoSans('Math'), notoSans('Symbols')]

/** All that may be opened, in the packages of `@expo-google-fonts`. */
export const TYPEFACE_FILES: readonly string[] = [
  ...[
    NOTO_SANS,
    NOTO_SANS_BOLD,
    CAVEAT,
    NOTO_NASKH_ARABIC_BOLD,
    NOTO_EMOJI,
    ...SIGNS,
    ...Object.values(HAN),
  ],
  ...SCRIPTS.map(([, file]) => file),
]

const LATIN_GREEK_CYRILLIC = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
/** Besides Chinese and Japanese others write it, such as Mongolian the ideographic comma: these look as they do in Chinese and Japanese. */
const SHARED_WITH_HAN = /\p{Script_Extensions=Han}/u
const ARABIC = /\p{Script_Extensions=Arabic}/u
const EMOJI = /\p{Emoji_Presentation}|\ufe0f|\u20e3/u
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u
const SIGN = /[\p{S}\u{1d400}-\u{1d7ff}]/u
const EAST_ASIAN =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\p{Script=Bopomofo}\p{Script=Common}\uff00-\uffef]/u

const opened = new Map<string, Typeface>()

function notoSans(script: string) {
  return `noto-sans-${script.toLowerCase()}/400Regular/NotoSans${script}_400Regular.ttf`
}

export function standardTypeface(voice: 'regular' | 'bold'): StandardTypeface {
  const key = voice === 'bold' ? HELVETICA_BOLD : HELVETICA
  return open(key, () => new StandardTypeface(key))
}

/** What Latin letters are set in where the fonts of the file are to be embedded. */
export function embeddedLatin(voice: 'regular' | 'bold'): OpenTypeface {
  return openTypeface(voice === 'bold' ? NOTO_SANS_BOLD : NOTO_SANS)
}

/** The typeface of this voice that has all characters of a cluster; the last resort has a box. */
export function typefaceFor(cluster: string, voice: Voice, han: HanForms): OpenTypeface {
  for (const key of candidates(cluster, voice, han)) {
    const typeface = openTypeface(key)
    if (typeface.covers(cluster)) return typeface
  }
  return openTypeface(NOTO_SANS)
}

/** Its spaces are as wide as its pictures. */
export function isPictorial({ key }: Typeface) {
  return key === NOTO_EMOJI
}

export function canDraw(cluster: string): boolean {
  return typefaceFor(cluster, 'regular', 'sc').covers(cluster)
}

function* candidates(cluster: string, voice: Voice, han: HanForms): Generator<string> {
  if (EMOJI.test(cluster)) yield NOTO_EMOJI
  if (voice === 'hand') yield CAVEAT
  if (voice === 'bold' && ARABIC.test(cluster)) yield NOTO_NASKH_ARABIC_BOLD
  const isOfItsScript = !LATIN_GREEK_CYRILLIC.test(cluster) && !SHARED_WITH_HAN.test(cluster)
  if (isOfItsScript) for (const [script, key] of SCRIPTS) if (script.test(cluster)) yield key
  yield voice === 'bold' ? NOTO_SANS_BOLD : NOTO_SANS
  if (EAST_ASIAN.test(cluster)) {
    yield HAN[han]
    for (const forms of ['sc', 'jp', 'kr'] as const) if (forms !== han) yield HAN[forms]
  }
  if (PICTOGRAPH.test(cluster)) yield NOTO_EMOJI
  if (SIGN.test(cluster)) yield* SIGNS
}

function openTypeface(key: string) {
  return open(key, () => new OpenTypeface(key))
}

function open<Kind extends Typeface>(key: string, create: () => Kind): Kind {
  const known = opened.get(key) as Kind | undefined
  if (known) return known
  const typeface = create()
  opened.set(key, typeface)
  return typeface
}

/** A text that has kana is Japanese, one that has hangul Korean; characters alone do not tell. */
export function hanFormsOf(text: string): HanForms {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp'
  return /\p{Script=Hangul}/u.test(text) ? 'kr' : 'sc'
}
