export { ReviewsScreen } from './reviews.screen.tsx'
export { ParkReviewScreen, WriteReviewScreen } from './write.screens.tsx'
