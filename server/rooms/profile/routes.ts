import * as endpoints from '#contract/profile/endpoints'
import { bindEndpoint } from '#server/http/serve'
import type { PersonalDataHandlers } from '#server/room'
import * as erasure from './erase.ts'
import * as dataExport from './export.ts'
import * as service from './service.ts'
import * as travellers from './traveller-service.ts'

/** `holders`: all rooms with personal data. */
export const profileRoutes = (holders: readonly PersonalDataHandlers[]) => [
  bindEndpoint(endpoints.fetchProfile, (ctx) => service.fetchProfile(ctx)),
  bindEndpoint(endpoints.updateProfile, (ctx, input) => service.updateProfile(ctx, input)),
  bindEndpoint(endpoints.exportProfile, (ctx) => dataExport.exportProfile(ctx, holders)),
  bindEndpoint(endpoints.exportProfilePdf, (ctx) => dataExport.exportProfilePdf(ctx, holders)),
  bindEndpoint(endpoints.eraseProfile, (ctx, input) => erasure.eraseProfile(ctx, input, holders)),
  bindEndpoint(endpoints.keepProfile, (ctx) => erasure.keepProfile(ctx)),
  bindEndpoint(endpoints.listTravellers, (ctx) => travellers.listTravellers(ctx)),
  bindEndpoint(endpoints.addTraveller, (ctx, input) => travellers.addTraveller(ctx, input)),
  bindEndpoint(endpoints.updateTraveller, (ctx, input) => travellers.updateTraveller(ctx, input)),
  bindEndpoint(endpoints.removeTraveller, (ctx, input) => travellers.removeTraveller(ctx, input)),
  bindEndpoint(endpoints.listGuestBookings, (ctx) => service.listGuestBookings(ctx)),
  bindEndpoint(endpoints.adoptGuestBookings, (ctx) => service.adoptGuestBookings(ctx)),
]
