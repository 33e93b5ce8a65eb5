import * as endpoints from '#contract/members/endpoints'
import { product } from '#contract/product'
import { serve } from '#server/http/serve'
import type { Room } from '#server/room'
import { desksLeftAlone, forgetMember, placesOf } from './member-repository.ts'
import * as factor from './second-factor.ts'
import * as service from './service.ts'

export const room: Room = {
  routes: [
    serve(endpoints.getDesk, (ctx) => service.getDesk(ctx)),
    serve(endpoints.startSecondFactor, (ctx) => factor.startSecondFactor(ctx)),
    serve(endpoints.showSecondFactor, factor.showSecondFactor),
    serve(endpoints.listMembers, service.listMembers),
    serve(endpoints.inviteMember, service.inviteMember),
    serve(endpoints.acceptInvitation, service.acceptInvitation),
    serve(endpoints.setMemberRole, service.setMemberRole),
    serve(endpoints.removeMember, service.removeMember),
    serve(endpoints.listAuditLog, service.listAuditLog),
  ],
  personalData: {
    export: async ({ db }, person_id) => ({
      more: { desks: await placesOf(db, person_id, product.name) },
    }),
    left: async (db, person_id) =>
      (await desksLeftAlone(db, person_id, product.name)).map(
        (name) => `the desk of ${name}, which nobody else runs`,
      ),
    forget: forgetMember,
  },
}
