export { MessagesScreen } from './messages.screen.tsx'
export { SupportScreen } from './support.screen.tsx'
