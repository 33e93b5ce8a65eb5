import * as z from 'zod/mini'
import { codeDigits } from '#contract/accounts/model'
import { phone, reference } from '#contract/shapes'

export const BookingCodeInput = z.strictObject({ reference, phone })

export const BookingProofInput = z.strictObject({
  reference,
  code: z
    .string()
    .check(z.regex(/^\d{6}$/, `The code has ${codeDigits} digits. It is in the SMS we sent.`)),
})
