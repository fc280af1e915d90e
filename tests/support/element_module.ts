import app from '@adonisjs/core/services/app'

/** A module of `resources/elements` that needs no browser. */
export async function elementModule(path: string) {
  return import(app.makeURL(`resources/elements/${path}.js`).href)
}
