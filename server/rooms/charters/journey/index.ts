export { findCities } from './journey-repository.ts'
export {
  type AskedJourney,
  type Journey,
  type KeptStop,
  citiesOf,
  journeyOf,
  roadOf,
} from './journey.ts'
export {
  dayAndTime,
  dayOf,
  daysAfter,
  daysFromTo,
  hoursBefore,
  hoursUntil,
  instantOf,
} from './times.ts'
