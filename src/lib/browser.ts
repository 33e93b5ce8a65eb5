/**
 * Opens one of our URLs as a new document, with empty memory and with that page's own policy. `replace` removes this
 * page from the history.
 */
export function loadDocument(path: string, replace = false): void {
  if (replace) location.replace(path)
  else location.assign(path)
}

/**
 * Remembers the current page. Returns a function that returns whether it is still the current one: an answer that comes
 * late must not lead people away from a page that they have opened meanwhile.
 */
export function rememberPage(): () => boolean {
  const page = getPath()
  return () => getPath() === page
}

const getPath = () => location.pathname + location.search

/** Returns the path of the login page, which leads back to the current page. */
export function makeLoginPath(): string {
  return `/login?next=${encodeURIComponent(getPath())}`
}

/** Returns whether a path is a separate document, which the router must not render. */
export const isSeparateDocument = (path: string) => /^\/(?:login|signup)(?:[/?#]|$)/.test(path)

/** Saves a downloaded file under its name. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

let usual: string | undefined

/** Sets the title and description of the document; the description is the product's by default. */
export function setDocumentTitle(title: string, about?: string): void {
  document.title = title
  const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]')
  if (meta === null) return
  usual ??= meta.content
  meta.content = about ?? usual
}
