export { ContactFields, DetailFields, NameAndPhoneFields } from './detail-fields.tsx'
export { JourneyFields, useCities } from './journey-fields.tsx'
export { type Journey, journeyFaults, journeyOf, readDetails, readRoute } from './journey.ts'
export { useJourney } from './use-journey.ts'
