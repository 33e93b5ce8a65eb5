export { outbox } from './pages.ts'
