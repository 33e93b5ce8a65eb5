export { ModerationCard } from './moderation-card.tsx'
export { ReviewQueue } from './review-queue.tsx'
