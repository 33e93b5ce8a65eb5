import * as promise from '#contract/profile/endpoints'
import { serve } from '#server/http/serve'
import type { PersonalData } from '#server/room'
import * as erasing from './erase.ts'
import * as exporting from './export.ts'
import * as service from './service.ts'
import * as travellers from './traveller-service.ts'

/** `holders`: all rooms that hold something about people. */
export const profileRoutes = (holders: readonly PersonalData[]) => [
  serve(promise.fetchProfile, (ctx) => service.fetchProfile(ctx)),
  serve(promise.updateProfile, (ctx, input) => service.updateProfile(ctx, input)),
  serve(promise.exportProfile, (ctx) => exporting.exportProfile(ctx, holders)),
  serve(promise.exportProfilePdf, (ctx) => exporting.exportProfilePdf(ctx, holders)),
  serve(promise.eraseProfile, (ctx, input) => erasing.eraseProfile(ctx, input, holders)),
  serve(promise.keepProfile, (ctx) => erasing.keepProfile(ctx)),
  serve(promise.listTravellers, (ctx) => travellers.listTravellers(ctx)),
  serve(promise.addTraveller, (ctx, input) => travellers.addTraveller(ctx, input)),
  serve(promise.updateTraveller, (ctx, input) => travellers.updateTraveller(ctx, input)),
  serve(promise.removeTraveller, (ctx, input) => travellers.removeTraveller(ctx, input)),
  serve(promise.listGuestBookings, (ctx) => service.listGuestBookings(ctx)),
  serve(promise.adoptGuestBookings, (ctx) => service.adoptGuestBookings(ctx)),
]
