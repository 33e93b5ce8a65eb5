import { listAllAllotments, listShifts } from '#contract/counter/drawer-endpoints'
import * as endpoints from '#contract/counter/endpoints'
import { moveAtCounter, previewCounterMove } from '#contract/counter/move-endpoints'
import { bindEndpoint } from '#server/http/serve'
import type { Room } from '#server/room'
import * as allotments from './allotments.ts'
import { findCounterFaults } from './repository.ts'
import * as moves from './moves.ts'
import * as parcels from './parcels.ts'
import * as refunds from './refunds.ts'
import * as reservations from './reservations.ts'
import * as returns from './returns.ts'
import * as sales from './sales.ts'
import * as service from './service.ts'

export const room: Room = {
  routes: [
    bindEndpoint(endpoints.openShift, service.openShift),
    bindEndpoint(endpoints.getOpenShift, (ctx) => service.getOpenShift(ctx)),
    bindEndpoint(listShifts, service.listShifts),
    bindEndpoint(endpoints.getShift, service.getShift),
    bindEndpoint(endpoints.closeShift, service.closeShift),
    bindEndpoint(endpoints.sellAtCounter, service.sellAtCounter),
    bindEndpoint(endpoints.sellReturnAtCounter, returns.sellReturnAtCounter),
    bindEndpoint(endpoints.allotSeats, allotments.allotSeats),
    bindEndpoint(endpoints.listAllotments, (ctx) => allotments.listAllotments(ctx)),
    bindEndpoint(listAllAllotments, (ctx) => allotments.listAllAllotments(ctx)),
    bindEndpoint(endpoints.sellAllottedSeats, allotments.sellAllottedSeats),
    bindEndpoint(endpoints.releaseAllottedSeats, allotments.releaseAllottedSeats),
    bindEndpoint(endpoints.findCounterSales, sales.findCounterSales),
    bindEndpoint(endpoints.listReturnDays, returns.listReturnDays),
    bindEndpoint(endpoints.findReservations, reservations.findReservations),
    bindEndpoint(endpoints.sellReservation, reservations.sellReservation),
    bindEndpoint(endpoints.getReservationTerms, (ctx) => reservations.getReservationTerms(ctx)),
    bindEndpoint(endpoints.setReservationTerms, reservations.setReservationTerms),
    bindEndpoint(endpoints.getCounterSale, sales.getCounterSale),
    bindEndpoint(endpoints.previewCounterRefund, refunds.previewCounterRefund),
    bindEndpoint(endpoints.refundAtCounter, refunds.refundAtCounter),
    bindEndpoint(previewCounterMove, moves.previewCounterMove),
    bindEndpoint(moveAtCounter, moves.moveAtCounter),
    bindEndpoint(endpoints.sellParcelAtCounter, parcels.sellParcelAtCounter),
    bindEndpoint(endpoints.getParcelSale, parcels.getParcelSale),
    bindEndpoint(endpoints.refundParcelAtCounter, parcels.refundParcelAtCounter),
    bindEndpoint(endpoints.renewSoldPin, parcels.renewSoldPin),
    bindEndpoint(endpoints.deliverParcel, parcels.deliverParcel),
  ],
  findFaults: findCounterFaults,
}
