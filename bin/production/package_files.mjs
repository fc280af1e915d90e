/**
 * Of these folders of `node_modules` production reads these files and no others.
 * `tests/unit/bootstrap/production_packages.spec.ts` holds them against what the application opens.
 */
export const READ = {
  '@expo-google-fonts': [
    '*/400Regular/*.ttf',
    'noto-sans/700Bold/*.ttf',
    'noto-naskh-arabic/700Bold/*.ttf',
  ],
  'lucide-static': ['icons/*.svg'],
  'pdf-lib': ['cjs/**/*.js', 'node_modules/**/*.js'],
  'pdfjs-dist': ['legacy/build/*.min.mjs', 'cmaps/*', 'standard_fonts/*', 'iccs/*', 'wasm/*'],
}

/** What packages of production name as a peer or an option, and load in development or tests alone. */
export const UNREAD = ['@ast-grep', '@faker-js', '@ts-morph', 'ts-morph', 'typescript', '@types']

/** What tools for developers read of any package. */
export const FOR_DEVELOPERS = ['**/*.map', '**/*.d.ts', '**/*.d.mts', '**/*.d.cts']
