export { deliverParcel, sellParcelAtCounter } from './parcels.ts'
export { previewCounterRefund, refundAtCounter } from './refunds.ts'
export { room } from './room.ts'
export { closeShift, openShift, sellAtCounter } from './service.ts'
