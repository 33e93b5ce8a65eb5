/** Where Google's own script lies. @react-oauth/google asks for exactly this address, and for no other. */
const gsi = 'https://accounts.google.com/gsi/client'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string | null },
  ): { createScriptURL(url: string): unknown }
}

let allowed: string | undefined

/**
 * Lets this document load Google's script from `address`, and tells whether it can. The library's
 * address is fixed: where a stand-in replaces Google, the document's default policy of Trusted Types
 * puts the stand-in's in its place. A browser without Trusted Types can load the real one only.
 */
export function allowScript(address: string): boolean {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  if (types === undefined) return address === gsi
  if (allowed === undefined) types.createPolicy('default', { createScriptURL })
  allowed = address
  return true
}

/** Ours and Google's, nothing else. */
function createScriptURL(url: string): string | null {
  const { href, origin } = new URL(url, location.origin)
  if (href === gsi) return allowed ?? null
  return origin === location.origin ? url : null
}
