const ownPages = /^\/(?:login|signup|forgotten-password)(?:[/?#]|$)/

/** Returns a path of our site; undefined for other URLs, since a login must not lead to another site. */
export function localPath(text: string | null): string | undefined {
  if (text === null || !text.startsWith('/')) return undefined
  const address = addressAt(text)
  if (address === undefined) return undefined
  const { origin, pathname, search, hash } = address
  const path = pathname + search + hash
  // Browsers read `/\evil.example` and `//evil.example` as URLs of other sites.
  if (origin !== location.origin || path.startsWith('//') || ownPages.test(path)) return undefined
  return path
}

/** Returns the URL in a text; undefined if there is none, as in `//`. */
function addressAt(text: string): URL | undefined {
  try {
    return new URL(text, location.origin)
  } catch {
    return undefined
  }
}
