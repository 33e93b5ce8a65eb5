import * as endpoints from '#contract/support/endpoints'
import { serve } from '#server/http/serve'
import { getDeskHours } from './about.ts'
import * as messages from './messages.ts'
import * as service from './service.ts'

export const supportRoutes = [
  serve(endpoints.startConversation, service.startConversation),
  serve(endpoints.getConversation, service.getConversation),
  serve(endpoints.listConversations, service.listConversations),
  serve(endpoints.countUnread, service.countUnread),
  serve(endpoints.listMessages, messages.listMessages),
  serve(endpoints.sendMessage, messages.sendMessage),
  serve(endpoints.getMessagePhoto, messages.getMessagePhoto),
  serve(endpoints.markConversation, service.markConversation),
  serve(endpoints.sayTyping, service.sayTyping),
  serve(endpoints.rateConversation, service.rateConversation),
  serve(endpoints.getDeskHours, getDeskHours),
]
