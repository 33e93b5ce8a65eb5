/** The URL of Google's script, which @react-oauth/google loads. */
const gsi = 'https://accounts.google.com/gsi/client'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string | null },
  ): { createScriptURL(url: string): unknown }
}

let allowed: string | undefined

/**
 * Allows this document to load Google's script from `address`. Returns whether it can be loaded. The library always
 * loads the script from Google's URL, so for a stand-in, the default Trusted Types policy replaces that URL. A browser
 * without Trusted Types can only load the real script.
 */
export function allowGoogleScript(address: string): boolean {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  if (types === undefined) return address === gsi
  if (allowed === undefined) types.createPolicy('default', { createScriptURL })
  allowed = address
  return true
}

/** Returns `url` if it is one of our own scripts, the allowed URL if it is Google's script, and null otherwise. */
function createScriptURL(url: string): string | null {
  const { href, origin } = new URL(url, location.origin)
  if (href === gsi) return allowed ?? null
  return origin === location.origin ? url : null
}
