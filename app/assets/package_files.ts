import { readdirSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { FACES } from '#app/brand/brand_faces'

/** A file that we serve as its npm package ships it: `folder/` stands for the files directly in it. */
interface Grant {
  package: string
  files: string[]
}

/**
 * All that browsers may fetch from npm packages. pdf.js comes in its legacy build: the modern one
 * needs a browser of this very year, and signers bring the phone that they have.
 */
const GRANTS: Grant[] = [
  {
    package: 'pdfjs-dist',
    files: [
      'legacy/build/pdf.min.mjs',
      'legacy/build/pdf.worker.min.mjs',
      'cmaps/',
      'standard_fonts/',
      'iccs/',
      'wasm/jbig2.wasm',
      'wasm/jbig2_nowasm_fallback.js',
      'wasm/openjpeg.wasm',
      'wasm/openjpeg_nowasm_fallback.js',
      'wasm/qcms_bg.wasm',
    ],
  },
  { package: 'signature_pad', files: ['dist/signature_pad.min.js'] },
  { package: 'unpoly', files: ['unpoly.min.js', 'unpoly.min.css'] },
  { package: 'uplot', files: ['dist/uPlot.esm.js', 'dist/uPlot.min.css'] },
  { package: '@expo-google-fonts/caveat', files: ['400Regular/Caveat_400Regular.ttf'] },
  {
    package: '@fontsource-variable/noto-sans',
    files: [
      'cyrillic-ext',
      'cyrillic',
      'devanagari',
      'greek-ext',
      'greek',
      'latin-ext',
      'latin',
      'vietnamese',
    ].map((script) => `files/noto-sans-${script}-wght-normal.woff2`),
  },
]

/** The typefaces that a brand may choose from: each style sheet names the scripts that it has, and a page fetches those it shows. */
const FACE_GRANTS: Grant[] = Object.values(FACES).flatMap(({ package: name }) =>
  name ? [{ package: name, files: ['index.css', 'files/'] }] : []
)

export interface PackageFile {
  /** Where it is served, below the version: `npm/<package>/<file>`. */
  path: string
  file: string
  /** Says that the contents changed without reading them. */
  release: string
}

export default function packageFiles(): PackageFile[] {
  return [...GRANTS, ...FACE_GRANTS].flatMap((grant) => {
    const manifest = manifestOf(grant.package)
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
    return grant.files
      .flatMap((name) => (name.endsWith('/') ? filesIn(dirname(manifest), name) : [name]))
      .map((name) => ({
        path: `npm/${grant.package}/${name}`,
        file: join(dirname(manifest), name),
        release: `${grant.package}@${version}`,
      }))
  })
}

function manifestOf(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url)
  if (!manifest) throw new TypeError(`Not installed: ${name}`)
  return manifest
}

function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => folder + entry.name)
}
