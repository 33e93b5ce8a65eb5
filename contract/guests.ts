import * as z from 'zod/mini'
import { codeDigits } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { phone, reference } from './shapes.ts'

export const BookingCodeInput = z.strictObject({ reference, phone })

export const sendBookingCode = endpoint({
  name: 'sendBookingCode',
  summary:
    'Sends a code to the phone a booking was made with, if it is this one; the answer never tells',
  method: 'POST',
  path: '/v1/{p}/bookings/{reference}/codes',
  access: 'anyone',
  input: BookingCodeInput,
  output: z.object({ minutes: z.int() }),
  refusals: ['too_many_requests'],
})

export const BookingProofInput = z.strictObject({
  reference,
  code: z
    .string()
    .check(
      z.regex(/^\d{6}$/, `The code has ${codeDigits} digits. You find it in the SMS we sent.`),
    ),
})

export const proveBooking = endpoint({
  name: 'proveBooking',
  summary: 'A guest token for who knows the code; the device shows it from then on',
  method: 'POST',
  path: '/v1/{p}/bookings/{reference}/proofs',
  access: 'anyone',
  input: BookingProofInput,
  output: z.object({ guest_token: z.string() }),
  refusals: ['wrong_code', 'too_many_requests'],
})
