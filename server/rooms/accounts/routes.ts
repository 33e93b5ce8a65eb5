import * as endpoints from '#contract/accounts/endpoints'
import { bindEndpoint } from '#server/http/serve'
import * as contacts from './contact-service.ts'
import * as google from './google-service.ts'
import * as passwords from './password-service.ts'
import * as service from './service.ts'
import * as sessions from './session-service.ts'

export const accountRoutes = [
  bindEndpoint(endpoints.signUp, (ctx, input) => service.signUp(ctx, input)),
  bindEndpoint(endpoints.logIn, (ctx, input) => service.logIn(ctx, input)),
  bindEndpoint(endpoints.getGoogleClient, (ctx) => google.getGoogleClient(ctx)),
  bindEndpoint(endpoints.logInWithGoogle, (ctx, input) => google.logInWithGoogle(ctx, input)),
  bindEndpoint(endpoints.logInWithGoogleToken, (ctx, input) =>
    google.logInWithGoogleToken(ctx, input),
  ),
  bindEndpoint(endpoints.refreshSession, (ctx) => service.refreshSession(ctx)),
  bindEndpoint(endpoints.logOut, (ctx) => service.logOut(ctx)),
  bindEndpoint(endpoints.forgotPassword, (ctx, input) => passwords.forgotPassword(ctx, input)),
  bindEndpoint(endpoints.resetPassword, (ctx, input) => passwords.resetPassword(ctx, input)),
  bindEndpoint(endpoints.changePassword, (ctx, input) => passwords.changePassword(ctx, input)),
  bindEndpoint(endpoints.sendContactCode, (ctx, input) => contacts.sendContactCode(ctx, input)),
  bindEndpoint(endpoints.verifyContact, (ctx, input) => contacts.verifyContact(ctx, input)),
  bindEndpoint(endpoints.listSessions, (ctx) => sessions.listSessions(ctx)),
  bindEndpoint(endpoints.endSession, (ctx, input) => sessions.endSession(ctx, input)),
  bindEndpoint(endpoints.endOtherSessions, (ctx) => sessions.endOtherSessions(ctx)),
]
