import { addresses, pages } from './page.ts'
import * as endpoints from '#contract/businesses/endpoints'
import { serve } from '#server/http/serve'
import type { Room } from '#server/room'
import { forgetAsker, listingsOf } from './repository.ts'
import * as service from './service.ts'

export const room: Room = {
  routes: [
    serve(endpoints.listBusinesses, service.listBusinesses),
    serve(endpoints.getBusiness, service.getBusiness),
    serve(endpoints.askForListing, service.askForListing),
    serve(endpoints.listMyListings, service.listMyListings),
    serve(endpoints.listPendingListings, service.listPendingListings),
    serve(endpoints.decideListing, service.decideListing),
  ],
  pages,
  addresses,
  personalData: {
    export: async ({ db }, person_id) => {
      const businesses = await listingsOf(db, person_id)
      return businesses.length > 0 ? { more: { businesses } } : {}
    },
    forget: forgetAsker,
  },
}
