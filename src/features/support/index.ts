export { MessagesScreen } from './messages.screen.tsx'
export { SupportButton } from './support-button.tsx'
export { SupportScreen } from './support.screen.tsx'
