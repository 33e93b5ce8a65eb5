export { draftFrom, makeTravellerInput } from './form-model.ts'
export { listTravellersQuery, saveTravellers } from './queries.ts'
export { KinFields, TravellerFields } from './traveller-fields.tsx'
