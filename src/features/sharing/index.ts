export { ShareTripScreen } from './share-trip.screen.tsx'
