import { makeBytesToSign } from '#contract/ticket-code'

type Verify = (signature: Bytes, message: Bytes, public_key: string) => Promise<boolean>
type Bytes = Uint8Array<ArrayBuffer>

let chosen: Promise<Verify> | undefined

/**
 * Returns whether this key (32 bytes in base64url) signed this ticket. Rejects for a malformed key, and if the browser
 * has no Ed25519 and the JavaScript implementation cannot be loaded.
 */
export async function verifyTicketSignature(
  body: Bytes,
  signature: Bytes,
  public_key: string,
): Promise<boolean> {
  const verify = await (chosen ??= chooseVerifier())
  return verify(signature, makeBytesToSign(body), public_key)
}

/** Returns the browser's Ed25519 (Chrome since 137), else a JavaScript implementation, which is loaded on demand. */
async function chooseVerifier(): Promise<Verify> {
  try {
    // Any valid key shows whether the browser supports the algorithm.
    await importKey('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')
    return async (signature, message, public_key) =>
      crypto.subtle.verify('Ed25519', await importKey(public_key), signature, message)
  } catch {
    const { verifyAsync } = await import('@noble/ed25519')
    return (signature, message, public_key) =>
      verifyAsync(signature, message, decodeBase64url(public_key), { zip215: false })
  }
}

const imported = new Map<string, Promise<CryptoKey>>()

function importKey(x: string): Promise<CryptoKey> {
  const known = imported.get(x)
  if (known !== undefined) return known
  const jwk = { kty: 'OKP', crv: 'Ed25519', x }
  const made = crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify'])
  imported.set(x, made)
  return made
}

function decodeBase64url(base64url: string): Bytes {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
