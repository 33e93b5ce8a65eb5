const ownPages = /^\/(?:login|signup|forgotten-password)(?:[/?#]|$)/

/**
 * Returns where a login may lead: a path of our site. Undefined for other sites, and for the pages on which a person
 * logs in.
 */
export function parseLocalPath(text: string | null): string | undefined {
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
