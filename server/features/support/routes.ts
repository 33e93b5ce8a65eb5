import { getConversation, startConversation } from '#contract/support'
import { serve } from '#server/http/serve'
import * as service from './service.ts'

export const supportRoutes = [
  serve(startConversation, service.startConversation),
  serve(getConversation, service.getConversation),
]
