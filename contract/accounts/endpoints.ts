import * as z from 'zod/mini'
import {
  ChangePasswordInput,
  ForgotPasswordInput,
  LogInInput,
  DeviceSession,
  ResetPasswordInput,
  Session,
  SignUpInput,
  VerifyContactInput,
} from './model.ts'
import { contactKinds } from './rules.ts'
import { endpoint } from '#contract/endpoint'
import { User } from '#contract/profile/model'
import { id, text } from '#contract/shapes'

export const signUp = endpoint({
  name: 'signUp',
  summary:
    'Creates an account; the response is the same whether or not the address is already known',
  method: 'POST',
  path: '/v1/{p}/auth/signup',
  access: 'anyone',
  input: SignUpInput,
  output: Session,
  refusals: [],
  cookie: 'refresh',
})

export const logIn = endpoint({
  name: 'logIn',
  summary: 'Logs in with email or phone and password',
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
  summary:
    'The client id and script address for the Google sign-in button, and whether it offers the implicit flow beside the code flow',
  method: 'GET',
  path: '/v1/{p}/auth/google',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.object({ client_id: z.string(), script: z.string(), offers_implicit: z.boolean() }),
  refusals: [],
})

export const logInWithGoogle = endpoint({
  name: 'logInWithGoogle',
  summary: 'Logs in with Google’s authorisation code; creates the account if there is none',
  method: 'POST',
  path: '/v1/{p}/auth/google',
  access: 'anyone',
  input: z.strictObject({
    code: text(1, 2048),
    redirect_uri: text(1, 512),
    /** The PKCE verifier (RFC 7636) and the nonce in the ID token. */
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
  summary: 'Logs in with an access token from Google’s implicit flow',
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
  summary:
    'Exchanges the refresh cookie for a new token and rotates the cookie; reusing an old one ends the session',
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
  summary: 'Logs out the session of the refresh cookie or the bearer token',
  method: 'POST',
  path: '/v1/{p}/auth/logout',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.object({}),
  refusals: [],
  cookie: 'refresh',
})

export const forgotPassword = endpoint({
  name: 'forgotPassword',
  summary:
    'Sends a code to this address if it is known; the response does not reveal whether it is',
  method: 'POST',
  path: '/v1/{p}/auth/password/forgot',
  access: 'anyone',
  input: ForgotPasswordInput,
  output: z.object({ minutes: z.int() }),
  refusals: [],
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  summary: 'Sets a new password with the code, ends all sessions and logs in',
  method: 'POST',
  path: '/v1/{p}/auth/password/reset',
  access: 'anyone',
  input: ResetPasswordInput,
  output: Session,
  refusals: ['wrong_code'],
  cookie: 'refresh',
})

export const changePassword = endpoint({
  name: 'changePassword',
  summary: 'Changes the password and ends all other sessions',
  method: 'POST',
  path: '/v1/{p}/auth/password/change',
  access: 'user',
  input: ChangePasswordInput,
  output: z.object({ ended: z.int() }),
  refusals: ['wrong_password', 'login_too_old'],
})

export const sendContactCode = endpoint({
  name: 'sendContactCode',
  summary: 'Sends a verification code to my email address or phone',
  method: 'POST',
  path: '/v1/{p}/auth/contact/code',
  access: 'user',
  input: z.strictObject({ kind: z.enum(contactKinds, 'Choose email or phone.') }),
  output: z.object({ minutes: z.int() }),
  refusals: ['not_found', 'sms_not_possible'],
})

export const verifyContact = endpoint({
  name: 'verifyContact',
  summary: 'Verifies my email address or phone with the code',
  method: 'POST',
  path: '/v1/{p}/auth/contact/verify',
  access: 'user',
  input: VerifyContactInput,
  output: User,
  refusals: ['wrong_code'],
})

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'My sessions, this device first',
  method: 'GET',
  path: '/v1/{p}/auth/sessions',
  access: 'user',
  input: z.strictObject({}),
  output: z.array(DeviceSession),
  refusals: [],
})

export const endSession = endpoint({
  name: 'endSession',
  summary: 'Ends one of my sessions',
  method: 'DELETE',
  path: '/v1/{p}/auth/sessions/{id}',
  access: 'user',
  input: z.strictObject({ id }),
  output: z.object({ ended: z.int() }),
  refusals: ['not_found'],
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'Ends all my other sessions',
  method: 'DELETE',
  path: '/v1/{p}/auth/sessions',
  access: 'user',
  input: z.strictObject({}),
  output: z.object({ ended: z.int() }),
  refusals: [],
})
