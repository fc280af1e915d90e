/**
 * A page that draws itself when it comes near the window.
 *
 * @param {number} number
 * @param {number} width  in points
 * @param {number} height  in points
 */
export function newPage(number, width, height) {
  const page = document.createElement('pdf-page')
  for (const [name, value] of Object.entries({ number, width, height }))
    page.setAttribute(name, String(value))
  return page
}

/** @param {number} number */
export const pageTitle = (number) => `Page ${number}`
