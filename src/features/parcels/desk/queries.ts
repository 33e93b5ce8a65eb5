import * as theirs from '#contract/parcels/endpoints'
import type { OperatorClaim, StaffClaim } from '#contract/parcels/claims'
import type { DeskMembership } from '#contract/members/model'
import { call } from '#lib/api'
import { queryOptions } from '@tanstack/react-query'

/** A claim as a desk sees it. At our own desk, it names its operator. */
export type DeskClaim = OperatorClaim & Partial<Pick<StaffClaim, 'operator'>>

/** Returns the endpoints for claims at an operator's desk or at our own. */
export const findClaimEndpoints = ({ operator }: DeskMembership) =>
  operator === null
    ? { photo: theirs.getStaffClaimPhoto, answer: theirs.settleClaim }
    : { photo: theirs.getOperatorClaimPhoto, answer: theirs.answerClaim }

/** Query options for the claims of a desk, at most 200, waiting ones first. */
export const claimsQuery = ({ operator }: DeskMembership) =>
  queryOptions({
    queryKey: ['claims'],
    queryFn: ({ signal }): Promise<DeskClaim[]> =>
      operator === null
        ? call(theirs.listClaimsForStaff, {}, { signal })
        : call(theirs.listOperatorClaims, {}, { signal }),
  })
