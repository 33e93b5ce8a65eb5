import { expect, test } from 'vitest'
import { CallError } from '#lib/api'
import { makeSingleSender } from '#lib/single-sender'

const busy = new CallError({ status: 503, code: 'unavailable' })

test('a sender that was refused pauses, and what the server accepts afterwards ends the pause', async () => {
  const answers = ['busy', 'busy', 'accepted', 'accepted']
  let sent = 0
  const sender = makeSingleSender('test', async () => {
    const answer = answers[sent]
    sent += 1
    if (answer === 'accepted') sender.noteSuccess()
    else sender.noteFailure(busy)
    // Something else asks for sending while this is under way.
    if (sent === 2) void sender.send()
  })
  const first = sender.send()
  void sender.send()
  await first
  expect(sent, 'it was asked twice, and once more during the second time').toBe(3)
  await sender.send()
  expect(sent, 'after a success').toBe(4)
})

test('a sender that was refused sends nothing until the pause is over', async () => {
  let sent = 0
  const sender = makeSingleSender('test', async () => {
    sent += 1
    sender.noteFailure(busy)
  })
  await sender.send()
  await sender.send()
  expect(sent).toBe(1)
})
