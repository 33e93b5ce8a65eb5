import * as theirs from '#contract/support/desk-endpoints'
import * as endpoints from '#contract/support/endpoints'
import type { Context } from '#server/context'
import { serve } from '#server/http/serve'
import { getDeskHours } from './about.ts'
import * as desk from './desk.ts'
import * as messages from './messages.ts'
import * as service from './service.ts'

/** The work of a desk, for whose key calls. */
const byKey =
  <Input, Answer>(work: (ctx: Context, at: desk.DeskActor, input: Input) => Answer) =>
  (ctx: Context, input: Input) =>
    work(ctx, desk.deskOfKey(ctx), input)

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
  serve(theirs.listOperatorConversations, byKey(desk.listDeskConversations)),
  serve(theirs.listStaffConversations, byKey(desk.listDeskConversations)),
  serve(theirs.listOperatorMessages, byKey(desk.listDeskMessages)),
  serve(theirs.listStaffMessages, byKey(desk.listDeskMessages)),
  serve(theirs.getOperatorMessagePhoto, byKey(desk.getDeskMessagePhoto)),
  serve(theirs.getStaffMessagePhoto, byKey(desk.getDeskMessagePhoto)),
  serve(theirs.answerOperatorConversation, byKey(desk.answerConversation)),
  serve(theirs.answerStaffConversation, byKey(desk.answerConversation)),
  serve(theirs.markOperatorConversation, byKey(desk.markDeskConversation)),
  serve(theirs.markStaffConversation, byKey(desk.markDeskConversation)),
  serve(theirs.setOperatorConversationState, byKey(desk.setConversationState)),
  serve(theirs.setStaffConversationState, byKey(desk.setConversationState)),
  serve(theirs.handOverOperatorConversation, byKey(desk.handOverConversation)),
  serve(theirs.handOverStaffConversation, byKey(desk.handOverConversation)),
]
