export { findCities } from './journey-repository.ts'
export {
  type RequestedJourney,
  type Journey,
  type JourneyStop,
  findJourneyCities,
  planJourney,
  planDrives,
} from './journey.ts'
export {
  formatDayAndTime,
  toDay,
  addDays,
  countDays,
  subtractHours,
  countHours,
  toInstant,
} from './times.ts'
