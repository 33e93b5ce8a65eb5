import * as promise from '#contract/support/endpoints'
import { serve } from '#server/http/serve'
import * as messages from './messages.ts'
import * as service from './service.ts'

export const supportRoutes = [
  serve(promise.startConversation, service.startConversation),
  serve(promise.getConversation, service.getConversation),
  serve(promise.listConversations, service.listConversations),
  serve(promise.listMessages, messages.listMessages),
  serve(promise.sendMessage, messages.sendMessage),
]
