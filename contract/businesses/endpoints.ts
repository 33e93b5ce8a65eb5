import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { code, PageMeta } from '#contract/shapes'
import {
  BusinessCard,
  BusinessesQuery,
  BusinessPage,
  DecisionInput,
  ListingInput,
  mostPending,
  MyListing,
  PendingListing,
  PendingQuery,
} from './model.ts'

export const listBusinesses = endpoint({
  name: 'listBusinesses',
  summary: 'What a traveller needs around a motor park, by name',
  method: 'GET',
  path: '/v1/{p}/businesses',
  access: 'anyone',
  input: BusinessesQuery,
  output: z.array(BusinessCard),
  meta: PageMeta,
  refusals: [],
})

export const getBusiness = endpoint({
  name: 'getBusiness',
  summary: 'One business',
  method: 'GET',
  path: '/v1/{p}/businesses/{code}',
  access: 'anyone',
  input: z.strictObject({ code }),
  output: BusinessPage,
  refusals: ['not_found'],
})

export const askForListing = endpoint({
  name: 'askForListing',
  summary: `Asks us to list a business; our staff look at it first. At most ${mostPending} of a person wait at a time`,
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
  summary: 'What I asked to have listed, newest first, the last 50',
  method: 'GET',
  path: '/v1/{p}/profile/businesses',
  access: 'user',
  input: z.strictObject({}),
  output: z.array(MyListing),
  refusals: [],
})

export const listPendingListings = endpoint({
  name: 'listPendingListings',
  summary: 'What waits to be listed, the oldest first',
  method: 'GET',
  path: '/v1/{p}/staff/businesses',
  access: 'staff',
  scope: 'directory',
  input: PendingQuery,
  output: z.array(PendingListing),
  meta: PageMeta,
  refusals: [],
})

export const decideListing = endpoint({
  name: 'decideListing',
  summary: 'Lists a business that waits, or refuses it and says why',
  method: 'POST',
  path: '/v1/{p}/staff/businesses/{id}/decision',
  access: 'staff',
  scope: 'directory',
  input: DecisionInput,
  output: MyListing,
  refusals: ['not_found', 'listing_decided'],
  idempotency: 'required',
})
