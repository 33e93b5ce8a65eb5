const ownPages = /^\/(?:login|signup|forgotten-password)(?:[/?#]|$)/

/** A path of ours, or undefined: a link to another site must not ride on a login. */
export function localPath(text: string | null): string | undefined {
  if (text === null || !text.startsWith('/')) return undefined
  const address = addressAt(text)
  if (address === undefined) return undefined
  const { origin, pathname, search, hash } = address
  const path = pathname + search + hash
  // `/\evil.example` and `//evil.example` are addresses of other sites to a browser.
  if (origin !== location.origin || path.startsWith('//') || ownPages.test(path)) return undefined
  return path
}

/** `//` is no address at all. */
function addressAt(text: string): URL | undefined {
  try {
    return new URL(text, location.origin)
  } catch {
    return undefined
  }
}
