import * as theirs from '#contract/support/desk-endpoints'
import * as endpoints from '#contract/support/endpoints'
import type { Context } from '#server/context'
import { serve } from '#server/http/serve'
import { getDeskHours } from './about.ts'
import * as desk from './desk.ts'
import * as work from './inbox.ts'
import * as messages from './messages.ts'
import * as service from './service.ts'

/** Binds a desk function for both keys and members. */
const atDesk =
  <Input, Answer>(work: (ctx: Context, at: desk.DeskActor, input: Input) => Answer) =>
  (ctx: Context, input: Input) =>
    work(ctx, desk.deskOf(ctx), input)

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
  serve(theirs.listOperatorConversations, atDesk(desk.listDeskConversations)),
  serve(theirs.listStaffConversations, atDesk(desk.listDeskConversations)),
  serve(theirs.listOperatorMessages, atDesk(desk.listDeskMessages)),
  serve(theirs.listStaffMessages, atDesk(desk.listDeskMessages)),
  serve(theirs.getOperatorMessagePhoto, atDesk(desk.getDeskMessagePhoto)),
  serve(theirs.getStaffMessagePhoto, atDesk(desk.getDeskMessagePhoto)),
  serve(theirs.answerOperatorConversation, atDesk(desk.answerConversation)),
  serve(theirs.answerStaffConversation, atDesk(desk.answerConversation)),
  serve(theirs.markOperatorConversation, atDesk(desk.markDeskConversation)),
  serve(theirs.markStaffConversation, atDesk(desk.markDeskConversation)),
  serve(theirs.setOperatorConversationState, atDesk(desk.setConversationState)),
  serve(theirs.setStaffConversationState, atDesk(desk.setConversationState)),
  serve(theirs.handOverOperatorConversation, atDesk(desk.handOverConversation)),
  serve(theirs.handOverStaffConversation, atDesk(desk.handOverConversation)),
  serve(endpoints.assignConversation, atDesk(work.assignConversation)),
  serve(endpoints.getConversationPerson, atDesk(work.getConversationPerson)),
  serve(endpoints.listCannedAnswers, atDesk(work.listCannedAnswers)),
  serve(endpoints.saveCannedAnswer, atDesk(work.saveCannedAnswer)),
  serve(endpoints.removeCannedAnswer, atDesk(work.removeCannedAnswer)),
]
