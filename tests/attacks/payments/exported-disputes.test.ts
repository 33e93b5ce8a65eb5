import { expect, test } from 'vitest'
import { answerDispute, listDisputes, startPayment } from '#contract/payments/endpoints'
import { exportProfile, exportProfilePdf } from '#contract/profile/endpoints'
import { aJpeg } from '#tests/support/files/jpegs'
import { aStaffMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { aPaymentWorld } from '#tests/support/worlds/payments'

/* Our records of a person's disputes, and our answers, are in that person's export and in no other. */

const { server, press, doJobs } = await aPaymentWorld()
const { call } = server
const admin = await aStaffMember(server)

/** A person whose top-up is disputed. */
async function aPersonInDispute() {
  const owner = await aUser(server)
  const { data: payment } = await call(
    startPayment,
    { purpose: 'wallet', provider: 'paystack', channel: 'ussd', amount_kobo: 500_000 },
    { as: owner.as },
  )
  for (const what of ['approve', 'dispute']) {
    await press(payment, what)
    expect(await doJobs()).toEqual([])
  }
  return { ...owner, payment }
}

test('a dispute and our answer to it are in the export of who paid', async () => {
  const [ada, bola] = [await aPersonInDispute(), await aPersonInDispute()]
  const { data: listed } = await call(listDisputes, {}, { as: admin.as })
  const found = listed.find(({ payment }) => payment === ada.payment.reference)
  const input = {
    id: found?.id ?? '',
    answer: 'contest' as const,
    message: 'Ada has spent it on a trip.',
    evidence: (await aJpeg()).toString('base64'),
  }
  expect((await call(answerDispute, input, { as: admin.as })).status).toBe(200)
  expect(await doJobs()).toEqual([])
  const [of_ada, of_bola] = [
    await call(exportProfile, {}, { as: ada.as }),
    await call(exportProfile, {}, { as: bola.as }),
  ]
  const opened = { provider: 'paystack', amount_kobo: 500_000, state: 'open', decided_at: null }
  expect(of_ada.data.more['disputes']).toEqual([
    {
      ...opened,
      payment: ada.payment.reference,
      opened_at: expect.any(String),
      answer: 'contest',
      answered_at: expect.any(String),
      message: input.message,
      has_photo: true,
    },
  ])
  expect(of_bola.data.more['disputes']).toMatchObject([
    { ...opened, payment: bola.payment.reference, answer: null, message: null, has_photo: false },
  ])
  expect(of_bola.text).not.toContain(input.message)
  expect((await call(exportProfilePdf, {}, { as: ada.as })).status).toBe(200)
})
