const ownPages = /^\/(?:login|signup|forgotten-password)(?:[/?#]|$)/

/** A path of our site, or undefined: after a login, a person must not land on another site. */
export function localPath(text: string | null): string | undefined {
  if (text === null || !text.startsWith('/')) return undefined
  const address = addressAt(text)
  if (address === undefined) return undefined
  const { origin, pathname, search, hash } = address
  const path = pathname + search + hash
  // Browsers read `/\evil.example` and `//evil.example` as addresses of other sites.
  if (origin !== location.origin || path.startsWith('//') || ownPages.test(path)) return undefined
  return path
}

/** `//` is not an address. */
function addressAt(text: string): URL | undefined {
  try {
    return new URL(text, location.origin)
  } catch {
    return undefined
  }
}
