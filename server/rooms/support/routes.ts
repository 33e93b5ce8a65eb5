import * as deskEndpoints from '#contract/support/desk-endpoints'
import * as endpoints from '#contract/support/endpoints'
import type { Context } from '#server/context'
import { bindEndpoint } from '#server/http/serve'
import { getDeskHours } from './about.ts'
import * as desk from './desk.ts'
import * as inbox from './inbox.ts'
import * as messages from './messages.ts'
import * as service from './service.ts'

/** Wraps a function of a desk, so that it gets the desk of the calling key or member. */
const atDesk =
  <Input, Answer, Prepared = undefined>(
    work: (ctx: Context, at: desk.SupportDeskActor, input: Input, prepared: Prepared) => Answer,
  ) =>
  (ctx: Context, input: Input, prepared: Prepared) =>
    work(ctx, desk.requireDesk(ctx), input, prepared)

const encodeAnswerPhoto = (
  ctx: Context,
  input: Parameters<typeof desk.encodeAnswerPhoto>[2],
): Promise<Buffer | undefined> => desk.encodeAnswerPhoto(ctx, desk.requireDesk(ctx), input)

export const supportRoutes = [
  bindEndpoint(endpoints.startConversation, service.startConversation),
  bindEndpoint(endpoints.getConversation, service.getConversation),
  bindEndpoint(endpoints.listConversations, service.listConversations),
  bindEndpoint(endpoints.countUnread, service.countUnread),
  bindEndpoint(endpoints.listMessages, messages.listMessages),
  bindEndpoint(endpoints.sendMessage, messages.sendMessage, messages.encodeMessagePhoto),
  bindEndpoint(endpoints.getMessagePhoto, messages.getMessagePhoto),
  bindEndpoint(endpoints.updateReadMarks, service.updateReadMarks),
  bindEndpoint(endpoints.sayTyping, service.sayTyping),
  bindEndpoint(endpoints.rateConversation, service.rateConversation),
  bindEndpoint(endpoints.getDeskHours, getDeskHours),
  bindEndpoint(deskEndpoints.listOperatorConversations, atDesk(desk.listDeskConversations)),
  bindEndpoint(deskEndpoints.listConversationsForStaff, atDesk(desk.listDeskConversations)),
  bindEndpoint(deskEndpoints.listOperatorMessages, atDesk(desk.listDeskMessages)),
  bindEndpoint(deskEndpoints.listMessagesForStaff, atDesk(desk.listDeskMessages)),
  bindEndpoint(deskEndpoints.getOperatorMessagePhoto, atDesk(desk.getDeskMessagePhoto)),
  bindEndpoint(deskEndpoints.getStaffMessagePhoto, atDesk(desk.getDeskMessagePhoto)),
  bindEndpoint(
    deskEndpoints.answerOperatorConversation,
    atDesk(desk.answerConversation),
    encodeAnswerPhoto,
  ),
  bindEndpoint(
    deskEndpoints.answerStaffConversation,
    atDesk(desk.answerConversation),
    encodeAnswerPhoto,
  ),
  bindEndpoint(deskEndpoints.updateOperatorReadMarks, atDesk(desk.updateDeskReadMarks)),
  bindEndpoint(deskEndpoints.updateStaffReadMarks, atDesk(desk.updateDeskReadMarks)),
  bindEndpoint(deskEndpoints.setOperatorConversationState, atDesk(desk.setConversationState)),
  bindEndpoint(deskEndpoints.setStaffConversationState, atDesk(desk.setConversationState)),
  bindEndpoint(deskEndpoints.handOverOperatorConversation, atDesk(desk.handOverConversation)),
  bindEndpoint(deskEndpoints.handOverStaffConversation, atDesk(desk.handOverConversation)),
  bindEndpoint(endpoints.assignConversation, atDesk(inbox.assignConversation)),
  bindEndpoint(endpoints.getConversationPerson, atDesk(inbox.getConversationPerson)),
  bindEndpoint(endpoints.listCannedAnswers, atDesk(inbox.listCannedAnswers)),
  bindEndpoint(endpoints.saveCannedAnswer, atDesk(inbox.saveCannedAnswer)),
  bindEndpoint(endpoints.removeCannedAnswer, atDesk(inbox.removeCannedAnswer)),
]
