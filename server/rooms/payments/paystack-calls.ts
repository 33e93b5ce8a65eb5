import * as z from 'zod/mini'
import type { ProviderAccess } from './provider.ts'
import { callCompany } from './provider-http.ts'

/** Paystack's id of a transaction, a refund or a dispute. */
export const PaystackId = z.union([z.number(), z.string()])
const Envelope = z.object({
  status: z.boolean(),
  message: z._default(z.string(), ''),
  data: z.optional(z.unknown()),
})

/** Returns functions that call Paystack's API with our secret. */
export function makePaystackCalls({ base_url, secret_key: secret }: ProviderAccess) {
  return {
    get: (path: string) => callCompany({ method: 'GET', url: base_url + path, secret }, Envelope),
    post: (path: string, body: unknown) =>
      callCompany({ method: 'POST', url: base_url + path, secret, body }, Envelope),
    put: (path: string, body: unknown) =>
      callCompany({ method: 'PUT', url: base_url + path, secret, body }, Envelope),
  }
}

export type PaystackCalls = ReturnType<typeof makePaystackCalls>
