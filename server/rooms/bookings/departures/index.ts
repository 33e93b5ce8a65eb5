export { cancelTrip, previewTripCancellation } from './departure-service.ts'
export { endTripBookings } from './end-trip.ts'
export { updateTripStatus } from './status-service.ts'
export { changeVehicle, previewVehicleChange, reseatTrip } from './vehicle-service.ts'
