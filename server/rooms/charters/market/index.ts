export { findAirport } from './airport-list.ts'
export { mayPayDeposit, priceJourney, quoteCharter } from './quote.ts'
export {
  type VehicleRow,
  findAirportVehicle,
  selectIsFreeBetween,
  selectDistanceFrom,
  vehicleColumns,
  vehicleJoins,
} from './vehicle-repository.ts'
export {
  listAmenityNames,
  getCharterVehicle,
  listCharterVehicles,
  listVehicleReviews,
} from './vehicles.ts'
export { listAirports } from './airports.ts'
export { listOperatorVehicles, setVehicleDays } from './operator-vehicles.ts'
