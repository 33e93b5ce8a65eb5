export { ContactFields, DetailFields, NameAndPhoneFields } from './detail-fields.tsx'
export { JourneyFields } from './journey-fields.tsx'
export {
  type Journey,
  findJourneyErrors,
  makeJourneyFromInput,
  makeJourneyDetails,
  makeJourneyRoute,
} from './journey.ts'
export { useJourney } from './use-journey.ts'
