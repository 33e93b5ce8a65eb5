export { makeDraftOfPerson, makeTravellerInput } from './form-model.ts'
export { listTravellersQuery, saveTravellers } from './queries.ts'
export { AddressField, KinFields, OwnPhoneField, TravellerFields } from './traveller-fields.tsx'
