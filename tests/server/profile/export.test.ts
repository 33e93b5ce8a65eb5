import { afterAll, expect, test } from 'vitest'
import {
  exportProfile,
  exportProfilePdf,
  updateProfile,
  addTraveller,
} from '#contract/profile/endpoints'
import { supportBusiness } from '#contract/support/rules'
import { redeemPoints } from '#contract/rewards/endpoints'
import { rateConversation, sendMessage, startConversation } from '#contract/support/endpoints'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aPaidParcel } from '#tests/support/makers/parcels'
import { aUser } from '#tests/support/makers/people'
import { givePoints } from '#tests/support/makers/points'
import { aServer } from '#tests/support/server/test-server'
import { aBookingForPerson } from '#tests/support/makers/travels'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

async function aLife(mark: string) {
  const person = await aUser(server, { full_name: `${mark} Obi` })
  const { as } = person
  const default_kin = { full_name: `${mark} Kin`, phone: '+2348030000001', relationship: 'parent' }
  await call(updateProfile, { default_kin: { ...default_kin, relationship: 'parent' } }, { as })
  const booking = await aBookingForPerson(server, person, {
    travellers: {
      contact: { full_name: `${mark} Contact`, phone: '+2348030000002' },
      infant_name: `${mark} Baby`,
    },
  })
  const sister = { gender: 'female', passenger_type: 'adult', address: `${mark} Street 5` } as const
  await call(addTraveller, { full_name: `${mark} Sister`, ...sister }, { as })
  await givePoints(db, person.user.id, 300, 365)
  await call(redeemPoints, { points: 200 }, { as })
  const { data: talk } = await call(startConversation, { business_id: supportBusiness }, { as })
  await call(sendMessage, { id: talk.id, body: `${mark} asks` }, { as })
  await sql`update conversation set state = 'closed' where id = ${talk.id}`.execute(db)
  await call(rateConversation, { id: talk.id, stars: 4, words: `${mark} is content` }, { as })
  const sender = { full_name: `${mark} Sender`, phone: '+2348030000003' }
  await aPaidParcel(server, { sender: person, over: { sender, contents: `${mark} cloth` } })
  await letIn(person.user.id, mark)
  return { ...person, booking }
}

/**
 * Records an attendant's scan of this person's ticket at Jibowu, and a phone of theirs that gets notifications about
 * their trips.
 */
async function letIn(person_id: string, mark: string) {
  await sql`with key as (
      insert into operator_key (id, operator_id, name, sha256, label, scopes)
      select gen_random_uuid(), id, upper(left(md5(${mark}), 6)), sha256(${mark}::bytea), 'gate', '{boarding}'
      from operator limit 1 returning id, operator_id)
    insert into boarding_scan (id, operator_id, key_id, trip_id, ticket_id, seat, issue, verdict, scanned_at,
      device, place)
    select gen_random_uuid(), key.operator_id, key.id, t.trip_id, t.id, t.seat, 1, 'valid', now(),
      gen_random_uuid(), ${`${mark} gate`}
    from key, ticket t join booking b on b.id = t.booking_id where b.user_id = ${person_id}`.execute(
    db,
  )
  await sql`insert into push_subscription (id, endpoint, p256dh, auth, person_id, login_id)
    select gen_random_uuid(), 'https://fcm.googleapis.com/fcm/send/' || ${mark}, 'key', 'secret',
      person_id, id from login where person_id = ${person_id} limit 1`.execute(db)
}

const ada = await aLife('Adaeze')
const bola = await aLife('Bolanle')

test('the export holds all that was entered and happened, and nothing of anybody else', async () => {
  const { data, text, status } = await call(exportProfile, {}, { as: ada.as })
  expect(status).toBe(200)
  expect(data).toMatchObject({
    user: {
      full_name: 'Adaeze Obi',
      email: ada.user.email,
      phone: ada.user.phone,
      default_kin: { full_name: 'Adaeze Kin', phone: '+2348030000001' },
    },
    travellers: [{ full_name: 'Adaeze Sister', address: 'Adaeze Street 5' }],
    bookings: [
      {
        reference: ada.booking.reference,
        status: 'confirmed',
        contact: { full_name: 'Adaeze Contact' },
        passengers: [{ infant_name: 'Adaeze Baby' }],
      },
    ],
    parcels: [
      {
        sender: { full_name: 'Adaeze Sender' },
        contents: 'Adaeze cloth',
        tracking: { state: 'paid', events: [{ kind: 'paid' }, { kind: 'created' }] },
      },
    ],
    wallet: [{ kind: 'reward', amount_kobo: 20_000, balance_kobo: 20_000 }],
    points: [
      { kind: 'redeemed', points: -200 },
      { kind: 'trip', points: 300, booking: ada.booking.reference },
    ],
    conversations: [
      {
        business_id: supportBusiness,
        rating: 4,
        rating_words: 'Adaeze is content',
        messages: [
          { from: 'me', body: 'Adaeze asks' },
          { from: 'them', is_automatic: true },
        ],
      },
    ],
    boardings: [{ booking: ada.booking.reference, place: 'Adaeze gate' }],
    phones: [{ service: 'fcm.googleapis.com' }],
    logins: [{ device: expect.any(String) }],
  })
  expect(text).not.toContain('Bolanle')
  for (const foreign of [bola.user.email, bola.user.phone, bola.user.id, bola.booking.reference])
    expect(text).not.toContain(foreign)
})

test('the same comes as a PDF, however much it is', async () => {
  const file = await call(exportProfilePdf, {}, { as: ada.as })
  expect(file.headers['content-type']).toBe('application/pdf')
  expect(file.headers['content-disposition']).toContain('waka-my-account.pdf')
  expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const pages = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  const few = pages(file.bytes)
  for (let n = 0; n < 6; n += 1) await aBookingForPerson(server, ada)
  const more = await call(exportProfilePdf, {}, { as: ada.as })
  expect(pages(more.bytes)).toBeGreaterThan(few)
})

test('it is for its owner only', async () => {
  expect((await call(exportProfile, {})).status).toBe(401)
  expect((await call(exportProfilePdf, {})).status).toBe(401)
})

test('of one person one export is made and one waits; others are told to come back', async () => {
  const ada = await aUser(server)
  const bola = await aUser(server)
  const asked = await db.transaction(async (tx) => {
    // The first export must not be over before the last request arrives.
    await sql`lock table booking in access exclusive mode`.execute(tx)
    const sent = [ada, ada, ada, ada, bola].map(({ as }, index) =>
      call(index % 2 === 0 ? exportProfile : exportProfilePdf, {}, { as }),
    )
    let answered = 0
    for (const answer of sent) void answer.then(() => (answered += 1))
    await expect.poll(() => answered, { timeout: 20_000 }).toBe(2)
    return sent
  })
  const answers = await Promise.all(asked)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(2)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.at(-1)?.status).toBe(200)
  expect((await call(exportProfile, {}, { as: ada.as })).status).toBe(200)
})
