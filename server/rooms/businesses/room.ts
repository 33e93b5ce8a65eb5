import { listBusinessPagePaths, businessDirectoryPages } from './page.ts'
import * as endpoints from '#contract/businesses/endpoints'
import { bindEndpoint } from '#server/http/serve'
import type { Room } from '#server/room'
import { forgetListingSubmitter, findListings, selectListingSubjects } from './repository.ts'
import * as service from './service.ts'

export const room: Room = {
  routes: [
    bindEndpoint(endpoints.listBusinesses, service.listBusinesses),
    bindEndpoint(endpoints.getBusiness, service.getBusiness),
    bindEndpoint(endpoints.askForListing, service.submitListing),
    bindEndpoint(endpoints.listMyListings, service.listMyListings),
    bindEndpoint(endpoints.listPendingListings, service.listPendingListings),
    bindEndpoint(endpoints.decideListing, service.decideListing),
  ],
  pages: businessDirectoryPages,
  addresses: listBusinessPagePaths,
  personalData: {
    export: async ({ db }, person_id) => {
      const businesses = await findListings(db, person_id)
      return businesses.length > 0 ? { more: { businesses } } : {}
    },
    selectSubjects: selectListingSubjects,
    forget: forgetListingSubmitter,
  },
}
