/** What stands above the first page of one of several files. @param {string} text */
export function fileHeading(text) {
  const heading = document.createElement('h3')
  heading.className = 'file-heading'
  heading.textContent = text
  return heading
}
