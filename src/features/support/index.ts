export { SupportButton, useStartConversation } from './support-button.tsx'
export { countUnreadQuery } from './unread-query.ts'
