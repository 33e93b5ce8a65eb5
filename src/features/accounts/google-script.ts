/** The address of Google's script, which @react-oauth/google loads. */
const gsi = 'https://accounts.google.com/gsi/client'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string | null },
  ): { createScriptURL(url: string): unknown }
}

let allowed: string | undefined

/**
 * Allows this document to load Google's script from `address`; returns whether it can. The library's address is
 * fixed: for a stand-in, the default policy of Trusted Types replaces it. A browser without Trusted Types can load
 * the real one only.
 */
export function allowScript(address: string): boolean {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  if (types === undefined) return address === gsi
  if (allowed === undefined) types.createPolicy('default', { createScriptURL })
  allowed = address
  return true
}

/** Allows our own scripts and Google's. */
function createScriptURL(url: string): string | null {
  const { href, origin } = new URL(url, location.origin)
  if (href === gsi) return allowed ?? null
  return origin === location.origin ? url : null
}
