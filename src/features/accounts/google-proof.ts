/** The state, nonce and PKCE verifier that tie Google's answer to this page. */
export interface GoogleProof {
  state: string
  nonce: string
  code_verifier: string
  /** The SHA-256 hash of the verifier, for Google (PKCE, RFC 7636). */
  code_challenge: string
}

/** Makes a new proof for one login. Each value has 256 random bits. */
export async function makeGoogleProof(): Promise<GoogleProof> {
  const [state, nonce, code_verifier] = [random(), random(), random()]
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier))
  return { state, nonce, code_verifier, code_challenge: base64url(new Uint8Array(digest)) }
}

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
