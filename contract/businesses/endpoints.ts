import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { code, PageMeta } from '#contract/shapes'
import {
  BusinessSummary,
  BusinessesQuery,
  BusinessDetail,
  ListingDecisionInput,
  ListingInput,
  MyListing,
  PendingListing,
  PendingListingsQuery,
} from './model.ts'
import { maxPendingListings } from './rules.ts'

export const listBusinesses = endpoint({
  name: 'listBusinesses',
  summary: 'Businesses around motor parks, by name',
  method: 'GET',
  path: '/v1/{p}/businesses',
  access: 'anyone',
  shared_cache_s: 10,
  input: BusinessesQuery,
  output: z.array(BusinessSummary),
  meta: PageMeta,
  refusals: [],
})

export const getBusiness = endpoint({
  name: 'getBusiness',
  summary: 'One business',
  method: 'GET',
  path: '/v1/{p}/businesses/{code}',
  access: 'anyone',
  shared_cache_s: 10,
  input: z.strictObject({ code }),
  output: BusinessDetail,
  refusals: ['not_found'],
})

export const askForListing = endpoint({
  name: 'askForListing',
  summary: `Submits a business for listing; our staff review it first. At most ${maxPendingListings} pending per person`,
  method: 'POST',
  path: '/v1/{p}/businesses',
  access: 'user',
  input: ListingInput,
  output: MyListing,
  refusals: ['listings_waiting'],
  idempotency: 'required',
})

export const listMyListings = endpoint({
  name: 'listMyListings',
  summary: 'My last 50 submitted listings, newest first',
  method: 'GET',
  path: '/v1/{p}/profile/businesses',
  access: 'user',
  input: z.strictObject({}),
  output: z.array(MyListing),
  refusals: [],
})

export const listPendingListings = endpoint({
  name: 'listPendingListings',
  summary: 'Listings awaiting review, oldest first',
  method: 'GET',
  path: '/v1/{p}/staff/businesses',
  access: 'staff',
  scope: 'directory',
  input: PendingListingsQuery,
  output: z.array(PendingListing),
  meta: PageMeta,
  refusals: [],
})

export const decideListing = endpoint({
  name: 'decideListing',
  summary: 'Approves a submitted listing, or rejects it with a reason',
  method: 'POST',
  path: '/v1/{p}/staff/businesses/{id}/decision',
  access: 'staff',
  scope: 'directory',
  input: ListingDecisionInput,
  output: MyListing,
  refusals: ['not_found', 'listing_decided'],
  idempotency: 'required',
})
