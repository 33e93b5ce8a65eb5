import * as endpoints from '#contract/accounts/endpoints'
import { serve } from '#server/http/serve'
import * as contacts from './contact-service.ts'
import * as google from './google-service.ts'
import * as passwords from './password-service.ts'
import * as service from './service.ts'
import * as sessions from './session-service.ts'

export const accountRoutes = [
  serve(endpoints.signUp, (ctx, input) => service.signUp(ctx, input)),
  serve(endpoints.logIn, (ctx, input) => service.logIn(ctx, input)),
  serve(endpoints.getGoogleClient, (ctx) => google.getGoogleClient(ctx)),
  serve(endpoints.logInWithGoogle, (ctx, input) => google.logInWithGoogle(ctx, input)),
  serve(endpoints.logInWithGoogleToken, (ctx, input) => google.logInWithGoogleToken(ctx, input)),
  serve(endpoints.refreshSession, (ctx) => service.refreshSession(ctx)),
  serve(endpoints.logOut, (ctx) => service.logOut(ctx)),
  serve(endpoints.forgotPassword, (ctx, input) => passwords.forgotPassword(ctx, input)),
  serve(endpoints.resetPassword, (ctx, input) => passwords.resetPassword(ctx, input)),
  serve(endpoints.changePassword, (ctx, input) => passwords.changePassword(ctx, input)),
  serve(endpoints.sendContactCode, (ctx, input) => contacts.sendContactCode(ctx, input)),
  serve(endpoints.verifyContact, (ctx, input) => contacts.verifyContact(ctx, input)),
  serve(endpoints.listSessions, (ctx) => sessions.listSessions(ctx)),
  serve(endpoints.endSession, (ctx, input) => sessions.endSession(ctx, input)),
  serve(endpoints.endOtherSessions, (ctx) => sessions.endOtherSessions(ctx)),
]
