import {
  changePassword,
  endOtherSessions,
  endSession,
  forgotPassword,
  getGoogleClient,
  listSessions,
  logIn,
  logInWithGoogle,
  logInWithGoogleToken,
  resetPassword,
  sendContactCode,
  signUp,
  verifyContact,
} from '#contract/accounts/endpoints'
import { call, type CallInput } from '#lib/api'
import { queryOptions } from '@tanstack/react-query'

/** Requests a login. The phone is logged in once the answer is passed to `storeLogin`. */
export const logInWithPassword = (input: CallInput<typeof logIn>) =>
  call(logIn, input, { takes_null: true })

/** Creates an account. The phone is logged in once the answer is passed to `storeLogin`. */
export const signUpWithPassword = (input: CallInput<typeof signUp>) =>
  call(signUp, input, { takes_null: true })

export const logInWithGoogleCode = (input: CallInput<typeof logInWithGoogle>) =>
  call(logInWithGoogle, input, { takes_null: true })

export const logInWithGoogleAccessToken = (input: CallInput<typeof logInWithGoogleToken>) =>
  call(logInWithGoogleToken, input, { takes_null: true })

/**
 * Requests a code for a new password. The answer does not reveal whether the email address or phone number is known.
 */
export const requestResetCode = (login: string) => call(forgotPassword, { login })

/** Sets a new password with a code of `requestResetCode`, and logs in. */
export const resetPasswordWithCode = (input: CallInput<typeof resetPassword>) =>
  call(resetPassword, input)

/** Sets a new password. All other logins end. */
export const changeOwnPassword = (input: CallInput<typeof changePassword>) =>
  call(changePassword, input)

export const requestContactCode = (kind: 'email' | 'phone') => call(sendContactCode, { kind })

/** Verifies the user's email address or phone number with a code. Returns the updated profile. */
export const verifyContactWithCode = (input: CallInput<typeof verifyContact>) =>
  call(verifyContact, input)

/** Query options for our client id at Google and the URL of Google's script. */
export const googleClientQuery = queryOptions({
  queryKey: ['getGoogleClient'],
  queryFn: ({ signal }) => call(getGoogleClient, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const sessionsQuery = queryOptions({
  queryKey: ['listSessions'],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
})

/** Logs out one of the user's devices. `id` is the id of its login in `sessionsQuery`. */
export const logOutDevice = (id: string) => call(endSession, { id })

export const endAllOtherSessions = () => call(endOtherSessions, {})
