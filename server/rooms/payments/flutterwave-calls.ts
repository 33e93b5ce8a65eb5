import * as z from 'zod/mini'
import { type ProviderAccess, ProviderUnavailableError } from './provider.ts'
import { callCompany } from './provider-http.ts'

/** Flutterwave's id of a transaction, a refund or a chargeback. */
export const FlutterwaveId = z.union([z.number(), z.string()])
const Envelope = z.object({
  status: z.string(),
  message: z._default(z.nullable(z.string()), ''),
  data: z.optional(z.unknown()),
  meta: z.optional(z.unknown()),
})

/** Returns a function that calls Flutterwave's API with our secret. */
export function makeFlutterwaveCall({ base_url, secret_key: secret }: ProviderAccess) {
  return (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    callCompany({ method, url: `${base_url}/v3${path}`, secret, body }, Envelope)
}

export type FlutterwaveCall = ReturnType<typeof makeFlutterwaveCall>

/**
 * Converts an amount in naira as the payment company writes it (`1234.35`, 1234.5, 82165.000000008) to kobo, rounded.
 * Throws ProviderUnavailableError for text that is not an amount.
 */
export function parseNairaAmount(amount: string | number): number {
  const naira = /^\d{1,13}(?:\.\d+)?$/.test(String(amount)) ? Number(amount) : NaN
  if (Number.isNaN(naira)) throw new ProviderUnavailableError('an amount that is no amount')
  return Math.round(naira * 100)
}
