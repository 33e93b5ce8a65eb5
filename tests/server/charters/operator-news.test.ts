import { expect, test } from 'vitest'
import {
  cancelCharter,
  changeCharterDates,
  previewCharterCancellation,
} from '#contract/charters/trips/endpoints'
import { eraseProfile } from '#contract/profile/endpoints'
import { sql } from '#server/db/sql'
import {
  aCharter,
  aVehicle,
  dayAhead,
  expireCharter,
  payCharter,
} from '#tests/support/makers/charters'
import { eraseDueAccounts, runCharterSweep } from '#tests/support/server/jobs'
import { aPaymentWorld } from '#tests/support/worlds/payments'

const { db, deps, server } = await aPaymentWorld()

/** A charter of a vehicle whose operator has an email address; paid unless `plan` is undefined. */
async function aHiredVehicle(plan?: 'deposit' | 'all') {
  const vehicle = await aVehicle(db)
  const to = `office-${vehicle.operator_id}@example.com`
  await sql`update operator set email = ${to} where id = ${vehicle.operator_id}`.execute(db)
  const made = await aCharter(server, vehicle, { plan: plan ?? 'all' })
  if (plan !== undefined) await payCharter(server, made)
  const { reference } = made.charter
  return { ...made, reference, readMails: () => readMails(to) }
}

async function readMails(to: string): Promise<{ subject: string; text: string }[]> {
  const { rows } = await sql<{ subject: string; text: string }>`
    select data ->> 'subject' as subject, data ->> 'text' as text from pgboss.job
    where name = 'mail.send' and data ->> 'to' = ${to} order by created_on, id`.execute(db)
  return rows
}

async function cancel({ reference, as }: Awaited<ReturnType<typeof aHiredVehicle>>) {
  const { data } = await server.call(previewCharterCancellation, { reference }, { as })
  const asked = { reference, refund_kobo: data.refund_kobo }
  expect((await server.call(cancelCharter, asked, { as })).status).toBe(200)
}

test('an operator reads when a vehicle is hired, moved and free again', async () => {
  const hired = await aHiredVehicle('all')
  expect(await hired.readMails()).toMatchObject([
    {
      subject: expect.stringMatching(/^Charter of .+ on /),
      text: expect.stringMatching(/fully paid/),
    },
  ])
  const moved = { reference: hired.reference, from: dayAhead(30), start_time: '08:00' }
  expect((await server.call(changeCharterDates, moved, { as: hired.as })).status).toBe(200)
  await cancel(hired)
  const subjects = (await hired.readMails()).map(({ subject }) => subject)
  expect(subjects.slice(1)).toEqual([
    expect.stringMatching(/ is wanted at another time$/),
    expect.stringMatching(/ is free again on /),
  ])
})

test('an operator reads that a balance was not paid, and nothing of a charter that nobody paid', async () => {
  const unpaid = await aHiredVehicle()
  await cancel(unpaid)
  expect(await unpaid.readMails()).toEqual([])
  const hired = await aHiredVehicle('deposit')
  await expireCharter(db, hired.charter)
  await runCharterSweep(db)
  expect(await hired.readMails()).toMatchObject([
    { text: expect.stringMatching(/A balance of ₦[\d,.]+ is due/) },
    { text: expect.stringMatching(/was not paid in time/) },
  ])
})

test('an operator reads that a vehicle is free again when its customer’s account is erased', async () => {
  const hired = await aHiredVehicle('deposit')
  const { user, password, as } = hired.owner
  await server.call(eraseProfile, { password, give_up: true }, { as })
  await sql`update person set erase_at = now() - interval '1 minute' where id = ${user.id}`.execute(
    db,
  )
  await eraseDueAccounts(deps)
  const { rows } = await sql<{ state: string }>`
    select state from charter where reference = ${hired.reference}`.execute(db)
  expect(rows).toEqual([{ state: 'cancelled' }])
  expect((await hired.readMails()).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/ is free again on /),
  )
})
