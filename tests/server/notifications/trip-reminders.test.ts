import { expect, test } from 'vitest'
import { updateProfile } from '#contract/profile/endpoints'
import { sql } from '#server/db/sql'
import { runJob } from '#tests/support/server/jobs'
import { aPaidBooking, makeTravellers } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { aPushWorld } from '#tests/support/worlds/push'
import { aBookingForPerson } from '#tests/support/makers/travels'

const { db, server, deps, doJobs, aTravellingGuest, letters } = await aPushWorld()

const remind = async () => {
  await runJob(deps, 'trip.remind', {})
  expect(await doJobs()).toEqual([])
}

/**
 * Moves a booking's trip to `time`, `days` ahead, in a time zone where it is half past six in the evening now; the
 * booking was paid `paid_hours_ago`.
 */
async function leavesAt(
  reference: string,
  time: string,
  { days = 1, paid_hours_ago = 48, delay_minutes = 0 } = {},
): Promise<void> {
  await sql`
    with place as (
      select name from pg_timezone_names where name like 'Etc/GMT%'
        and (now() at time zone name)::time between '18:00' and '19:00' limit 1
    ), at as (
      select name, ((now() at time zone name)::date + ${days}::int + ${time}::time) at time zone name as leaves from place
    ), booked as (
      update booking set confirmed_at = now() - make_interval(hours => ${paid_hours_ago})
      where reference = ${reference} returning trip_id
    ), moved as (
      update trip t set departs_at = at.leaves, arrives_at = at.leaves + interval '2 hours',
        sales_close_at = at.leaves, delay_minutes = ${delay_minutes}
      from at, booked where t.id = booked.trip_id returning t.schedule_id, at.name
    )
    update schedule s set zone = moved.name from moved where s.id = moved.schedule_id`.execute(db)
}

const told = async (reference: string) => ({
  mail: (await letters('mail', reference)).filter(({ subject }) => / 2\d{3}, /.test(subject)),
  sms: (await letters('sms', reference)).filter(({ body }) => body.includes('Be at')),
})

/** A guest's paid booking, with or without an email address, whose ticket was sent. */
async function aGuest(email?: string) {
  const trip = await aTrip(db)
  const seats = trip.sellable.slice(0, 1)
  const { contact } = makeTravellers(seats)
  const { full_name, phone } = contact
  const over = { contact: { full_name, phone, ...(email !== undefined && { email }) } }
  const { booking } = await aPaidBooking(server, trip.id, seats, over)
  return booking.reference
}

test('the evening before a trip its traveller is told once, by mail, when and where to be', async () => {
  const reference = await aGuest('ada@example.com')
  await leavesAt(reference, '07:00')
  await remind()
  await remind()
  const { mail, sms } = await told(reference)
  expect(mail).toHaveLength(1)
  expect(mail[0]?.subject).toMatch(/^Lagos to Ibadan: .* 7:00 AM$/)
  expect(mail[0]?.body).toMatch(
    /Your bus leaves on .* at 7:00 AM\. Be at Lagos Park by 6:30 AM\.[^]*Your ticket: http/,
  )
  expect(sms).toEqual([])
})

test('who has named no email is told by SMS, and how late the bus is', async () => {
  const reference = await aGuest()
  await leavesAt(reference, '07:00', { delay_minutes: 90 })
  await remind()
  const { sms } = await told(reference)
  expect(sms.map(({ body }) => body)).toEqual([
    expect.stringMatching(
      /^Waka: Your bus leaves on .* at 8:30 AM, 1 h 30 min late\. Be at Lagos Park by 6:30 AM\. Booking/,
    ),
  ])
  expect(sms[0]?.body.length).toBeLessThanOrEqual(160)
})

test('a phone that listens is told instead of letters', async () => {
  const { reference, listen } = await aTravellingGuest()
  const phone = await listen()
  await leavesAt(reference, '07:00')
  await remind()
  const news = (await phone.news()).map(({ news: one }) => one)
  expect(news).toMatchObject([{ kind: 'reminder', reference, url: `/ticket/${reference}` }])
  expect(await told(reference)).toEqual({ mail: [], sms: [] })
})

test('who wants no news of their trips gets none', async () => {
  const ada = await aUser(server)
  const { reference } = await aBookingForPerson(server, ada)
  const notifications = {
    trip_news_sms: false,
    trip_news_email: false,
    trip_news_push: false,
    offers_email: false,
  }
  const changed = await server.call(updateProfile, { notifications }, { as: ada.as })
  expect(changed.status).toBe(200)
  await leavesAt(reference, '07:00')
  await remind()
  expect(await told(reference)).toEqual({ mail: [], sms: [] })
})

test.each([
  ['the day after tomorrow', '07:00', { days: 2 }],
  ['that was paid this evening', '07:00', { paid_hours_ago: 0 }],
  ['that leaves this night and was told of at noon', '00:15', {}],
] as const)('nobody is reminded of a trip %s', async (_, time, how) => {
  const reference = await aGuest('ada@example.com')
  await leavesAt(reference, time, how)
  await remind()
  expect(await told(reference)).toEqual({ mail: [], sms: [] })
})

test('a booking that cannot be told keeps no other from it, and is told once it can be', async () => {
  const [first, second] = [await aGuest('ada@example.com'), await aGuest('ada@example.com')]
  for (const reference of [first, second]) await leavesAt(reference, '07:00')
  await sql`
    create function stuck() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$`.execute(
    db,
  )
  const { rows } = await sql<{
    id: string
  }>`select id from booking where reference = ${first}`.execute(db)
  const id = sql.lit(rows[0]?.id ?? '')
  await sql`create trigger stuck before insert on trip_reminder for each row when (new.booking_id = ${id}::uuid)
    execute function stuck()`.execute(db)
  await expect(remind()).rejects.toThrow('stuck')
  expect(await doJobs()).toEqual([])
  expect([(await told(first)).mail.length, (await told(second)).mail.length]).toEqual([0, 1])
  await sql`drop trigger stuck on trip_reminder`.execute(db)
  await remind()
  expect([(await told(first)).mail.length, (await told(second)).mail.length]).toEqual([1, 1])
})
