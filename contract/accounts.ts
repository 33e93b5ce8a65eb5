import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { User } from './profile.ts'
import { email, id, instant, personName, phone, text } from './shapes.ts'

/** Minutes an access token lives; days without use, and in all, after which a login ends. */
export const accessMinutes = 30
export const idleDays = 14
export const longestDays = 90

/** Minutes a code sent by mail or SMS is valid, how often it may be typed, and its digits. */
export const codeMinutes = 10
export const codeTries = 5
export const codeDigits = 6

export const shortestPassword = 8
export const longestPassword = 128

/**
 * A new password: 8 to 128 characters of any kind (ASVS 5.0, 6.2.1, 6.2.9), spaces among them. Whether
 * it is on the list of leaked ones only the server says.
 */
export const newPassword = z
  .string()
  .check(
    z.minLength(shortestPassword, `Use at least ${shortestPassword} characters.`),
    z.maxLength(longestPassword, `Use at most ${longestPassword} characters.`),
  )

/** A password as it is typed to be checked: whatever it is, it is only compared. */
const typedPassword = z
  .string()
  .check(
    z.minLength(1, 'Enter your password.'),
    z.maxLength(1024, `Use at most ${longestPassword} characters.`),
  )

/** An e-mail address or a phone number in E.164. The phone's form turns what people write into it. */
export const login = z.union([email, phone], 'Write an e-mail address or a phone number.')

export const code = z
  .string()
  .check(
    z.regex(/^\d{6}$/, `The code has ${codeDigits} digits. You find it in the message we sent.`),
  )

/** What signing in answers, as the specification has it. `expires_in` is text: `30 minutes`. */
export const Session = z.object({ token: z.string(), expires_in: z.string(), user: User })
export type Session = z.output<typeof Session>

/** At least one of `email` and `phone`; the server refuses none with a word on both fields. */
export const SignUpInput = z.strictObject({
  full_name: personName,
  email: z.optional(email),
  phone: z.optional(phone),
  password: newPassword,
  referral_code: z.optional(text(4, 16)),
})

export const signUp = endpoint({
  name: 'signUp',
  summary: 'Makes an account; the answer is the same whether or not the address is known already',
  method: 'POST',
  path: '/v1/{p}/auth/signup',
  access: 'anyone',
  input: SignUpInput,
  output: Session,
  refusals: [],
  cookie: 'refresh',
})

export const LogInInput = z.strictObject({ login, password: typedPassword })

export const logIn = endpoint({
  name: 'logIn',
  summary: 'Logs in by e-mail or phone and password',
  method: 'POST',
  path: '/v1/{p}/auth/login',
  access: 'anyone',
  input: LogInInput,
  output: Session,
  refusals: ['wrong_credentials'],
  cookie: 'refresh',
})

export const getGoogleClient = endpoint({
  name: 'getGoogleClient',
  summary: 'What the sign-in button of Google needs: our client id and where its script lies',
  method: 'GET',
  path: '/v1/{p}/auth/google',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.object({ client_id: z.string(), script: z.string() }),
  refusals: [],
})

export const logInWithGoogle = endpoint({
  name: 'logInWithGoogle',
  summary: "Logs in with Google's authorisation code, with a new account if there is none",
  method: 'POST',
  path: '/v1/{p}/auth/google',
  access: 'anyone',
  input: z.strictObject({
    code: text(1, 2048),
    redirect_uri: text(1, 512),
    /** What the page kept to itself when it asked (RFC 7636), and what Google writes into the identity. */
    code_verifier: z.optional(text(43, 128)),
    nonce: z.optional(text(16, 128)),
    referral_code: z.optional(text(4, 16)),
  }),
  output: Session,
  refusals: ['google_refused', 'google_unavailable'],
  cookie: 'refresh',
})

export const logInWithGoogleToken = endpoint({
  name: 'logInWithGoogleToken',
  summary: "Logs in with an access token of Google's implicit flow that was made for us",
  method: 'POST',
  path: '/v1/{p}/auth/google/token',
  access: 'anyone',
  input: z.strictObject({
    access_token: text(16, 4096),
    referral_code: z.optional(text(4, 16)),
  }),
  output: Session,
  refusals: ['google_refused', 'google_unavailable'],
  cookie: 'refresh',
})

export const refreshSession = endpoint({
  name: 'refreshSession',
  summary: 'A new token for the refresh cookie, which is replaced; one used twice ends its login',
  method: 'POST',
  path: '/v1/{p}/auth/refresh',
  access: 'anyone',
  input: z.strictObject({}),
  output: Session,
  refusals: ['not_signed_in'],
  cookie: 'refresh',
})

export const logOut = endpoint({
  name: 'logOut',
  summary: 'Ends the login of the refresh cookie, or of the bearer token',
  method: 'POST',
  path: '/v1/{p}/auth/logout',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.object({}),
  refusals: [],
  cookie: 'refresh',
})

export const ForgotPasswordInput = z.strictObject({ login })

export const forgotPassword = endpoint({
  name: 'forgotPassword',
  summary: 'Sends a code to this address if it is known; the answer never tells',
  method: 'POST',
  path: '/v1/{p}/auth/password/forgot',
  access: 'anyone',
  input: ForgotPasswordInput,
  output: z.object({ minutes: z.int() }),
  refusals: [],
})

export const ResetPasswordInput = z.strictObject({ login, code, password: newPassword })

export const resetPassword = endpoint({
  name: 'resetPassword',
  summary: 'Sets a new password with the code, ends every login and logs in',
  method: 'POST',
  path: '/v1/{p}/auth/password/reset',
  access: 'anyone',
  input: ResetPasswordInput,
  output: Session,
  refusals: ['wrong_code'],
  cookie: 'refresh',
})

/** `current_password` may be missing only where there is none yet (an account made with Google). */
export const ChangePasswordInput = z.strictObject({
  current_password: z.optional(typedPassword),
  password: newPassword,
})

export const changePassword = endpoint({
  name: 'changePassword',
  summary: 'Sets a new password and ends every other login',
  method: 'POST',
  path: '/v1/{p}/auth/password/change',
  access: 'user',
  input: ChangePasswordInput,
  output: z.object({ ended: z.int() }),
  refusals: ['wrong_password', 'login_too_old'],
})

export const contactKinds = ['email', 'phone'] as const

export const sendContactCode = endpoint({
  name: 'sendContactCode',
  summary: 'Sends a code to my e-mail address or phone, to prove that it is mine',
  method: 'POST',
  path: '/v1/{p}/auth/contact/code',
  access: 'user',
  input: z.strictObject({ kind: z.enum(contactKinds, 'Choose email or phone.') }),
  output: z.object({ minutes: z.int() }),
  refusals: ['not_found', 'sms_not_possible'],
})

export const VerifyContactInput = z.strictObject({
  kind: z.enum(contactKinds, 'Choose email or phone.'),
  code,
})

export const verifyContact = endpoint({
  name: 'verifyContact',
  summary: 'Proves with the code that an address or phone is mine',
  method: 'POST',
  path: '/v1/{p}/auth/contact/verify',
  access: 'user',
  input: VerifyContactInput,
  output: User,
  refusals: ['wrong_code'],
})

/** A login on one device. `device` is what the browser calls itself, in plain words. */
export const Login = z.object({
  id: z.string(),
  device: z.string(),
  created_at: instant,
  last_used_at: instant,
  is_this_one: z.boolean(),
})
export type Login = z.output<typeof Login>

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'Where I am logged in, this device first',
  method: 'GET',
  path: '/v1/{p}/auth/sessions',
  access: 'user',
  input: z.strictObject({}),
  output: z.array(Login),
  refusals: [],
})

export const endSession = endpoint({
  name: 'endSession',
  summary: 'Logs one of my devices out',
  method: 'DELETE',
  path: '/v1/{p}/auth/sessions/{id}',
  access: 'user',
  input: z.strictObject({ id }),
  output: z.object({ ended: z.int() }),
  refusals: ['not_found'],
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'Logs me out everywhere else',
  method: 'DELETE',
  path: '/v1/{p}/auth/sessions',
  access: 'user',
  input: z.strictObject({}),
  output: z.object({ ended: z.int() }),
  refusals: [],
})
