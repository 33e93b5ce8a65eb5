export { type LoadedMessages, loadNewerMessages, loadOlderPage } from './loaded-messages.ts'
export { describeMessage } from './message-line.ts'
export { SupportButton, useStartConversation } from './support-button.tsx'
export { countUnreadQuery } from './queries.ts'
