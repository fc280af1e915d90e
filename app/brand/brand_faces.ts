/** A typeface that comes with us, from an npm package that `app/assets` serves. */
interface FaceFacts {
  label: string
  /** The family of its stylesheet; the one that pages have anyway needs none. */
  family: string
  package: string | null
  /** What takes its place in mails, which load no fonts. */
  kind: 'sans' | 'serif'
}

/** What a brand may be set in. Letters that a face lacks come from Noto Sans. */
export const FACES = {
  'noto-sans': { label: 'Noto Sans', family: 'Noto Sans', package: null, kind: 'sans' },
  'inter': {
    label: 'Inter',
    family: 'Inter Variable',
    package: '@fontsource-variable/inter',
    kind: 'sans',
  },
  'figtree': {
    label: 'Figtree',
    family: 'Figtree Variable',
    package: '@fontsource-variable/figtree',
    kind: 'sans',
  },
  'nunito-sans': {
    label: 'Nunito Sans',
    family: 'Nunito Sans Variable',
    package: '@fontsource-variable/nunito-sans',
    kind: 'sans',
  },
  'source-serif': {
    label: 'Source Serif',
    family: 'Source Serif 4 Variable',
    package: '@fontsource-variable/source-serif-4',
    kind: 'serif',
  },
  'literata': {
    label: 'Literata',
    family: 'Literata Variable',
    package: '@fontsource-variable/literata',
    kind: 'serif',
  },
} as const satisfies Record<string, FaceFacts>

export type Face = keyof typeof FACES
