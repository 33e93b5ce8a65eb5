export { DriverContactFields, JourneyDetailFields, NameAndPhoneFields } from './detail-fields.tsx'
export { JourneyFields } from './journey-fields.tsx'
export {
  type JourneyDraft,
  findJourneyErrors,
  makeJourneyFromInput,
  makeJourneyDetails,
  makeJourneyRoute,
} from './journey.ts'
export { useJourney } from './use-journey.ts'
