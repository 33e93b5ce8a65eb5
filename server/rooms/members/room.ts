import * as endpoints from '#contract/members/endpoints'
import { product } from '#contract/product'
import { bindEndpoint } from '#server/http/serve'
import type { Room } from '#server/room'
import {
  findDesksWithoutOtherOwner,
  deleteMember,
  findDesksOfPerson,
  selectMemberSubjects,
} from './member-repository.ts'
import * as factor from './second-factor.ts'
import * as service from './service.ts'
import { countWaiting } from './waiting.ts'

/** Makes the room of desk members. The room asks every other room for its number of open items. */
export function makeMembersRoom(others: readonly Room[]): Room {
  const counters = others.flatMap(({ waiting }) => waiting ?? [])
  const counting = bindEndpoint(endpoints.countWaiting, (ctx) => countWaiting(ctx, counters))
  return { ...own, routes: [...(own.routes ?? []), counting] }
}

const own: Room = {
  routes: [
    bindEndpoint(endpoints.getDesk, (ctx) => service.getDesk(ctx)),
    bindEndpoint(endpoints.startSecondFactor, (ctx) => factor.startSecondFactor(ctx)),
    bindEndpoint(endpoints.showSecondFactor, factor.verifySecondFactor),
    bindEndpoint(endpoints.listMembers, service.listMembers),
    bindEndpoint(endpoints.inviteMember, service.inviteMember),
    bindEndpoint(endpoints.getInvitation, service.getInvitation),
    bindEndpoint(endpoints.acceptInvitation, service.acceptInvitation),
    bindEndpoint(endpoints.setMemberRole, service.setMemberRole),
    bindEndpoint(endpoints.removeMember, service.removeMember),
    bindEndpoint(endpoints.listAuditLog, service.listAuditLog),
    bindEndpoint(endpoints.listAuditMembers, service.listAuditMembers),
  ],
  personalData: {
    export: async ({ db }, person_id) => ({
      more: { desks: await findDesksOfPerson(db, person_id, product.name) },
    }),
    left: async (db, person_id) =>
      (await findDesksWithoutOtherOwner(db, person_id, product.name)).map(
        (name) => `the desk of ${name}, which nobody else runs`,
      ),
    selectSubjects: selectMemberSubjects,
    forget: deleteMember,
  },
}
