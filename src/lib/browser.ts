/**
 * Goes to one of our addresses as a new document: nothing is left in memory, and the policy is that of
 * the new page. `replace` leaves no way back to this one.
 */
export function loadDocument(path: string, replace = false): void {
  if (replace) location.replace(path)
  else location.assign(path)
}

/** The login page, with the way back to where the person is now. */
export function loginPath(): string {
  return `/login?next=${encodeURIComponent(location.pathname + location.search)}`
}

/** Whether a path of ours is a document of its own, which the router must not draw in this one. */
export const isOwnDocument = (path: string) => /^\/(?:login|signup)(?:[/?#]|$)/.test(path)

/** Hands a fetched file to the phone for keeping, under its name. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

let usual: string | undefined

/** Names the document for tabs and search engines; without words about it, the product's own stand. */
export function nameDocument(title: string, about?: string): void {
  document.title = title
  const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]')
  if (meta === null) return
  usual ??= meta.content
  meta.content = about ?? usual
}
