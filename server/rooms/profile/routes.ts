import * as endpoints from '#contract/profile/endpoints'
import { serve } from '#server/http/serve'
import type { PersonalData } from '#server/room'
import * as erasing from './erase.ts'
import * as exporting from './export.ts'
import * as service from './service.ts'
import * as travellers from './traveller-service.ts'

/** `holders`: all rooms with personal data. */
export const profileRoutes = (holders: readonly PersonalData[]) => [
  serve(endpoints.fetchProfile, (ctx) => service.fetchProfile(ctx)),
  serve(endpoints.updateProfile, (ctx, input) => service.updateProfile(ctx, input)),
  serve(endpoints.exportProfile, (ctx) => exporting.exportProfile(ctx, holders)),
  serve(endpoints.exportProfilePdf, (ctx) => exporting.exportProfilePdf(ctx, holders)),
  serve(endpoints.eraseProfile, (ctx, input) => erasing.eraseProfile(ctx, input, holders)),
  serve(endpoints.keepProfile, (ctx) => erasing.keepProfile(ctx)),
  serve(endpoints.listTravellers, (ctx) => travellers.listTravellers(ctx)),
  serve(endpoints.addTraveller, (ctx, input) => travellers.addTraveller(ctx, input)),
  serve(endpoints.updateTraveller, (ctx, input) => travellers.updateTraveller(ctx, input)),
  serve(endpoints.removeTraveller, (ctx, input) => travellers.removeTraveller(ctx, input)),
  serve(endpoints.listGuestBookings, (ctx) => service.listGuestBookings(ctx)),
  serve(endpoints.adoptGuestBookings, (ctx) => service.adoptGuestBookings(ctx)),
]
