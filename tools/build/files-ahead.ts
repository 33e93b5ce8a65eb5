/** Asks for the files named beside it once the page is painted: sooner, they would compete with what a person reads. */
const ask = `new PerformanceObserver((_, it) => {
  it.disconnect()
  for (const file of JSON.parse(document.querySelector('#ahead').textContent))
    document.head.append(Object.assign(document.createElement('link'), {
      rel: 'preload', as: file.endsWith('.css') ? 'style' : 'script', crossOrigin: '', href: '/' + file,
    }))
}).observe({ type: 'paint', buffered: true })`

/**
 * The place in a page for the list of files that its screen needs besides those of the first page, empty at first:
 * the renderer of content replaces the list by names as JSON.
 */
export const filesAhead = `<script type="application/json" id="ahead">[]</script><script>${ask}</script>`

/** A page that names `files`. */
export const withFilesAhead = (page: string, files: readonly string[]): string =>
  page.replace('id="ahead">[]', () => `id="ahead">${JSON.stringify(files)}`)
