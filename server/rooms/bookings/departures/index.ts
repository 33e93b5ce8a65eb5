export { cancelTrip, previewTripCancellation } from './departure-service.ts'
export { endTripBookings } from './end-trip.ts'
export { resumeDepartures } from './resume.ts'
export { setTripSales } from './sales-service.ts'
export { updateTripStatus } from './status-service.ts'
export { explainVehicleRefund } from './vehicle-refund.ts'
export {
  changeVehicle,
  previewVehicleChange,
  refundVehicleChangesSince,
  reseatTrip,
} from './vehicle-service.ts'
