import { generateKeyPairSync } from 'node:crypto'
import type { TicketSigningKey } from '#server/config'

/** Makes a key that signs tickets and is not one of the server's. */
export function aTicketKey(
  kid: number,
  state: TicketSigningKey['state'] = 'active',
): TicketSigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    kid,
    state,
    private_key: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url'),
    public_key: publicKey
      .export({ type: 'spki', format: 'der' })
      .subarray(-32)
      .toString('base64url'),
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: '2030-01-01T00:00:00.000Z',
  }
}
