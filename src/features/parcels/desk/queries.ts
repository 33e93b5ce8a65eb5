import * as theirs from '#contract/parcels/endpoints'
import type { OperatorClaim, StaffClaim } from '#contract/parcels/claims'
import type { DeskPlace } from '#contract/members/model'
import { call } from '#lib/api'
import { queryOptions } from '@tanstack/react-query'

/** A claim at a desk; at our own with its operator. */
export type DeskClaim = OperatorClaim & Partial<Pick<StaffClaim, 'operator'>>

/** The endpoints for claims of an operator's desk, or of our own. */
export const claimsOf = ({ operator }: DeskPlace) =>
  operator === null
    ? { photo: theirs.getStaffClaimPhoto, answer: theirs.settleClaim }
    : { photo: theirs.getOperatorClaimPhoto, answer: theirs.answerClaim }

/** The claims of a desk, at most 200, waiting ones first. */
export const claimsQuery = ({ operator }: DeskPlace) =>
  queryOptions({
    queryKey: ['claims'],
    queryFn: ({ signal }): Promise<DeskClaim[]> =>
      operator === null
        ? call(theirs.listStaffClaims, {}, { signal })
        : call(theirs.listOperatorClaims, {}, { signal }),
  })
