import * as endpoints from '#contract/support/endpoints'
import { serve } from '#server/http/serve'
import * as messages from './messages.ts'
import * as service from './service.ts'

export const supportRoutes = [
  serve(endpoints.startConversation, service.startConversation),
  serve(endpoints.getConversation, service.getConversation),
  serve(endpoints.listConversations, service.listConversations),
  serve(endpoints.listMessages, messages.listMessages),
  serve(endpoints.sendMessage, messages.sendMessage),
]
