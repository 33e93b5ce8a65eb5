import * as z from 'zod/mini'
import { User } from '#contract/profile/model'
import { email, instant, personName, phone, text } from '#contract/shapes'
import { codeDigits, contactKinds, maxPasswordLength, minPasswordLength } from './rules.ts'

/**
 * A new password: 8 to 128 characters of any kind, including spaces (ASVS 5.0, 6.2.1, 6.2.9). The server also refuses
 * leaked passwords.
 */
const newPassword = z
  .string()
  .check(
    z.minLength(minPasswordLength, `Use at least ${minPasswordLength} characters.`),
    z.maxLength(maxPasswordLength, `Use at most ${maxPasswordLength} characters.`),
  )

/** A typed password. Its form is not checked, since it is only compared with the stored one. */
const enteredPassword = z
  .string()
  .check(
    z.minLength(1, 'Enter your password.'),
    z.maxLength(1024, `Use at most ${maxPasswordLength} characters.`),
  )

/** An email address, or a phone number in any usual form. */
const login = z.union([email, phone], 'Enter an email address or a phone number.')

const code = z
  .string()
  .check(z.regex(/^\d{6}$/, `The code has ${codeDigits} digits. It is in the message we sent.`))

/** The response to a login, as the specification defines it. `expires_in` is text such as `30 minutes`. */
export const Session = z.object({ token: z.string(), expires_in: z.string(), user: User })

export type Session = z.output<typeof Session>

/** At least one of `email` and `phone` is required; the server checks it. */
export const SignUpInput = z.strictObject({
  full_name: personName,
  email: z.optional(email),
  phone: z.optional(phone),
  password: newPassword,
  referral_code: z.optional(text(4, 16)),
})

export const LogInInput = z.strictObject({ login, password: enteredPassword })

export const ForgotPasswordInput = z.strictObject({ login })

export const ResetPasswordInput = z.strictObject({ login, code, password: newPassword })

/** `current_password` may be missing only if the account has no password yet (it was created with Google). */
export const ChangePasswordInput = z.strictObject({
  current_password: z.optional(enteredPassword),
  password: newPassword,
})

export const VerifyContactInput = z.strictObject({
  kind: z.enum(contactKinds, 'Choose email or phone.'),
  code,
})

/** A login on one device. `device` is the browser's name in plain text. */
export const DeviceSession = z.object({
  id: z.string(),
  device: z.string(),
  created_at: instant,
  last_used_at: instant,
  is_this_one: z.boolean(),
})

export type DeviceSession = z.output<typeof DeviceSession>
