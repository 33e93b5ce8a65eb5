import { expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import { enqueue } from '#server/jobs/queue'
import { aHeldBooking, aPaymentWorld, aTripToPayFor } from '#tests/support/worlds/payments'

const { db, server, start, press, doJobs } = await aPaymentWorld()

const box = async (kind: string) => {
  const answer = await server.app.inject({ url: `/sandbox/${kind}.json` })
  return answer.json().data as {
    recipient: string
    subject: string
    body: string
    files: { filename: string }[]
  }[]
}

test('a paid booking brings one mail with its links and the calendar, and one SMS a ticket', async () => {
  const held = await aHeldBooking(db, await aTripToPayFor(db), [1, 2])
  const { data } = await start(held, 'paystack', 'ussd')
  await press(data, 'approve', { webhook: 'twice' })
  expect(await doJobs()).toEqual([])
  const mails = await box('mail')
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ recipient: 'ada@example.com' })
  expect(mails[0]?.body).toContain(held.reference)
  expect(mails[0]?.files.map((file) => file.filename.split('.').at(-1))).toEqual(['ics'])
  const texts = await box('sms')
  expect(texts).toHaveLength(2)
  expect(
    texts.every((sms) => sms.recipient === '+2348031234567' && sms.body.includes(held.reference)),
  ).toBe(true)

  const page = await server.app.inject({ url: '/sandbox/mail' })
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('Your ticket')
  expect(page.body).not.toContain('<script')
  const [, letter = ''] = /href="(\/sandbox\/mail\/[^"]+)"/.exec(page.body) ?? []
  const asItLooks = await server.app.inject({ url: letter })
  expect(asItLooks.body).toContain(held.reference)
  expect((await server.app.inject({ url: '/sandbox/mail/0' })).statusCode).toBe(404)
})

test('money on its way back is told with amount and reason', async () => {
  const held = await aHeldBooking(db, await aTripToPayFor(db), [1])
  const { data } = await start(held, 'flutterwave', 'transfer')
  await press(data, 'sent_short')
  expect(await doJobs()).toEqual([])
  const [mail] = await box('mail')
  expect(mail).toMatchObject({ subject: '₦10,215 is being refunded' })
  expect(mail?.body).toContain(
    `You sent ₦10,215 for booking ${held.reference}, but the fare is ₦10,715.`,
  )
})

test('tickets that were cancelled before the mail could leave are not sent', async () => {
  const held = await aHeldBooking(db, await aTripToPayFor(db), [1])
  const { data } = await start(held, 'paystack', 'ussd')
  await press(data, 'approve')
  expect(await doJobs()).toEqual([])
  const before = [(await box('mail')).length, (await box('sms')).length]
  await sql`update ticket set status = 'cancelled' where booking_id = ${held.id}`.execute(db)
  await enqueue(db, 'ticket.send', { booking_id: held.id })
  expect(await doJobs()).toEqual([])
  expect([(await box('mail')).length, (await box('sms')).length]).toEqual(before)
})
