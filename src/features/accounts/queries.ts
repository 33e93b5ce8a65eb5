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

/** Logs in; the answer goes to `loginAuth`. */
export const sendLogIn = (input: CallInput<typeof logIn>) => call(logIn, input)

/** Makes an account; the answer goes to `loginAuth`. */
export const sendSignUp = (input: CallInput<typeof signUp>) => call(signUp, input)

/** Logs in with the code that Google's window gave. */
export const sendGoogleCode = (input: CallInput<typeof logInWithGoogle>) =>
  call(logInWithGoogle, input)

/** Logs in with the token that Google's window gave. */
export const sendGoogleToken = (input: CallInput<typeof logInWithGoogleToken>) =>
  call(logInWithGoogleToken, input)

/** Asks for a code to set a new password; the answer never tells whether the address is known. */
export const askForCode = (login: string) => call(forgotPassword, { login })

/** Sets a new password with the code and logs in. */
export const sendReset = (input: CallInput<typeof resetPassword>) => call(resetPassword, input)

/** Sets a new password; the other logins end. */
export const sendPassword = (input: CallInput<typeof changePassword>) => call(changePassword, input)

/** Sends a code to my own email address or phone. */
export const askForContactCode = (kind: 'email' | 'phone') => call(sendContactCode, { kind })

/** Proves with the code that the address is mine. Answers who I am now. */
export const sendContactProof = (input: CallInput<typeof verifyContact>) =>
  call(verifyContact, input)

/** Our name at Google, and where its script lies. */
export const googleClientQuery = queryOptions({
  queryKey: ['getGoogleClient'],
  queryFn: ({ signal }) => call(getGoogleClient, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Where I am logged in. */
export const sessionsQuery = queryOptions({
  queryKey: ['listSessions'],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
})

/** Logs one of my devices out. */
export const endOne = (id: string) => call(endSession, { id })

/** Logs me out everywhere else. */
export const endOthers = () => call(endOtherSessions, {})
