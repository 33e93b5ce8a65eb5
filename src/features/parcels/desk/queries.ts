import * as parcelEndpoints from '#contract/parcels/endpoints'
import type { OperatorClaim, StaffClaim } from '#contract/parcels/claims'
import type { DeskMembership } from '#contract/members/model'
import { call } from '#lib/api'
import { isSavingData } from '#lib/online'
import { queryOptions } from '@tanstack/react-query'

/** A claim as a desk sees it. At our own desk, it names its operator. */
export type DeskClaim = OperatorClaim & Partial<Pick<StaffClaim, 'operator'>>

/** Returns the endpoints for claims at an operator's desk or at our own. */
export const findClaimEndpoints = ({ operator }: DeskMembership) =>
  operator === null
    ? { photo: parcelEndpoints.getStaffClaimPhoto, answer: parcelEndpoints.settleClaim }
    : { photo: parcelEndpoints.getOperatorClaimPhoto, answer: parcelEndpoints.answerClaim }

/** Query options for the claims of a desk, at most 200, waiting ones first. */
export const claimsQuery = ({ operator }: DeskMembership) =>
  queryOptions({
    queryKey: ['claims'],
    queryFn: ({ signal }): Promise<DeskClaim[]> =>
      operator === null
        ? call(parcelEndpoints.listClaimsForStaff, {}, { signal })
        : call(parcelEndpoints.listOperatorClaims, {}, { signal }),
  })

const parcelsKey = 'counterParcels'

/** Query options for the operator's parcels that are not delivered. Polled, since several counters work on them. */
export const counterParcelsQuery = queryOptions({
  queryKey: [parcelsKey],
  queryFn: ({ signal }) => call(parcelEndpoints.listOperatorParcels, {}, { signal }),
  refetchInterval: () => !isSavingData() && 60_000,
})

/** Query options for the parcels that match a waybill number or a phone number. */
export const parcelSearchQuery = (search: string) =>
  queryOptions({
    queryKey: [parcelsKey, search],
    queryFn: ({ signal }) => call(parcelEndpoints.listOperatorParcels, { search }, { signal }),
  })

/** Matches all of these queries, since a scan changes every answer. */
export const counterParcelsFilter = { queryKey: [parcelsKey] }
