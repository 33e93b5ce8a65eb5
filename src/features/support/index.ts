export { SupportButton } from './support-button.tsx'
export { MessagesScreen, SupportScreen } from './support.screen.tsx'
