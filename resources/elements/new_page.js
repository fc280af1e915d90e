import words from './dashboard_words.js'

/**
 * A page that draws itself when it comes near the window.
 *
 * @param {number} number
 * @param {number} width  in points
 * @param {number} height  in points
 * @param {string} element  its name
 */
export function newPage(number, width, height, element = 'pdf-page') {
  const page = document.createElement(element)
  for (const [name, value] of Object.entries({ number, width, height }))
    page.setAttribute(name, String(value))
  return page
}

export const { title: pageTitle } = words.page
