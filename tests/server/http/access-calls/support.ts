import { sendMessage, startConversation } from '#contract/support/endpoints'
import { supportBusiness } from '#contract/support/rules'
import { sql } from '#server/db/sql'
import { aJpeg } from '#tests/support/files/jpegs'
import type { MadeUser } from '#tests/support/makers/people'
import type { TestServer } from '#tests/support/server/test-server'

/**
 * Opens a person's conversations with our support and with an operator; returns the inputs to reach each from either
 * side.
 */
export async function makeSupportCalls(
  server: TestServer,
  { owner, operator, words }: { owner: MadeUser; operator: string; words: string },
) {
  const photo = (await aJpeg()).toString('base64')
  const open = async (business_id: string) => {
    const { data } = await server.call(startConversation, { business_id }, { as: owner.as })
    return data
  }
  const write = async (id: string) => {
    const said = { id, body: words, photo }
    const { data } = await server.call(sendMessage, said, { as: owner.as })
    return { id, message_id: data.id }
  }
  const { id, message_id } = await write((await open(supportBusiness)).id)
  // A conversation that was handed over to our staff is no longer at the operator's desk, so the rest needs another
  // one.
  const handed = await open(operator)
  await sql`update conversation set state = 'closed' where id = ${handed.id}`.execute(server.db)
  const theirs = await write((await open(operator)).id)
  const body = 'We look into it.'
  return {
    secrets: [id, theirs.id, handed.id],
    asks: {
      startConversation: { business_id: 'no-such-business' },
      getConversation: { id },
      listConversations: {},
      listMessages: { id },
      sendMessage: { id, body: 'Are you there?' },
      countUnread: {},
      getMessagePhoto: { id, message_id },
      updateReadMarks: { id, got: 1, read: 1 },
      sayTyping: { id },
      rateConversation: { id, stars: 5 },
      getDeskHours: { business_id: supportBusiness },
      listOperatorConversations: {},
      listOperatorMessages: { id: theirs.id },
      getOperatorMessagePhoto: theirs,
      answerOperatorConversation: { id: theirs.id, body },
      updateOperatorReadMarks: { id: theirs.id, got: 1, read: 1 },
      setOperatorConversationState: { id: theirs.id, state: 'open' },
      handOverOperatorConversation: { id: handed.id },
      listConversationsForStaff: {},
      listMessagesForStaff: { id },
      getStaffMessagePhoto: { id, message_id },
      answerStaffConversation: { id, body },
      updateStaffReadMarks: { id, got: 1, read: 1 },
      setStaffConversationState: { id, state: 'open' },
      assignConversation: { id, to: 'me' },
      getConversationPerson: { id },
      listCannedAnswers: {},
      saveCannedAnswer: { title: 'Thanks', body: 'Thank you for writing.' },
      removeCannedAnswer: { id: '00000000-0000-4000-8000-000000000000' },
      handOverStaffConversation: { id: handed.id, to: operator },
    },
  }
}
