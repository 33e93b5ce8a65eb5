export { SupportButton, useStartConversation } from './support-button.tsx'
