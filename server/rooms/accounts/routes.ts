import * as promises from '#contract/accounts/endpoints'
import { serve } from '#server/http/serve'
import * as contacts from './contact-service.ts'
import * as google from './google-service.ts'
import * as passwords from './password-service.ts'
import * as service from './service.ts'
import * as sessions from './session-service.ts'

export const accountRoutes = [
  serve(promises.signUp, (ctx, input) => service.signUp(ctx, input)),
  serve(promises.logIn, (ctx, input) => service.logIn(ctx, input)),
  serve(promises.getGoogleClient, (ctx) => google.getGoogleClient(ctx)),
  serve(promises.logInWithGoogle, (ctx, input) => google.logInWithGoogle(ctx, input)),
  serve(promises.logInWithGoogleToken, (ctx, input) => google.logInWithGoogleToken(ctx, input)),
  serve(promises.refreshSession, (ctx) => service.refreshSession(ctx)),
  serve(promises.logOut, (ctx) => service.logOut(ctx)),
  serve(promises.forgotPassword, (ctx, input) => passwords.forgotPassword(ctx, input)),
  serve(promises.resetPassword, (ctx, input) => passwords.resetPassword(ctx, input)),
  serve(promises.changePassword, (ctx, input) => passwords.changePassword(ctx, input)),
  serve(promises.sendContactCode, (ctx, input) => contacts.sendContactCode(ctx, input)),
  serve(promises.verifyContact, (ctx, input) => contacts.verifyContact(ctx, input)),
  serve(promises.listSessions, (ctx) => sessions.listSessions(ctx)),
  serve(promises.endSession, (ctx, input) => sessions.endSession(ctx, input)),
  serve(promises.endOtherSessions, (ctx) => sessions.endOtherSessions(ctx)),
]
