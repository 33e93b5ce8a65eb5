import { createHash } from 'node:crypto'
import { logOut } from '#contract/accounts/endpoints'
import { joinGroup, setCommunityName, writePost } from '#contract/communities/endpoints'
import { setPassengers } from '#contract/bookings/endpoints'
import type { Endpoint } from '#contract/endpoint'
import { askForListing } from '#contract/businesses/endpoints'
import { addTraveller } from '#contract/profile/endpoints'
import { writeReview } from '#contract/reviews/endpoints'
import { shareTrip } from '#contract/sharing/endpoints'
import { sql } from '#server/db/sql'
import { creditReward } from '#server/rooms/wallet'
import { aDevice, aHold, makeTravellers } from '#tests/support/makers/bookings'
import { aScan, anOperatorKey, fetchManifestSeats } from '#tests/support/makers/boarding'
import { makeCharterCalls } from '#tests/server/http/access-calls/charters'
import { readPersonalData } from './personal-data.ts'
import { anInvoiceInput, anInvoice } from '#tests/support/makers/invoices'
import { aJpeg } from '#tests/support/files/jpegs'
import { aTrip } from '#tests/support/makers/trips'
import { aReviewedBusiness } from '#tests/support/makers/businesses'
import { makeCounterCalls } from '#tests/server/http/access-calls/counter'
import { makeParcelCalls } from '#tests/server/http/access-calls/parcels'
import { aUser } from '#tests/support/makers/people'
import { makeWaitlistCalls } from '#tests/server/http/access-calls/waitlist'
import { makeRefundCalls } from '#tests/server/http/access-calls/refunds'
import { makeRewardCalls } from '#tests/server/http/access-calls/rewards'
import { aPhone } from '#tests/support/makers/phones'
import type { Caller, TestResponse, TestServer } from '#tests/support/server/test-server'
import { makeSupportCalls } from '#tests/server/http/access-calls/support'
import { aBookingForPerson } from '#tests/support/makers/travels'

const email = 'adaeze.secret@people.example'
const phone = '+2348109998877'
const full_name = 'Adaeze Zubairu-Secret'
const address = '7 Hidden Close, Yaba'

type Ask = Record<string, unknown>

/**
 * Makes Ada, who owns one item of every kind, and the inputs of each endpoint to reach it: `asks`, by endpoint name. An
 * endpoint without an entry there fails, so that a new one is never left out.
 */
export async function anAccessWorld(server: TestServer) {
  const { db } = server
  const ada = await aUser(server, { email, phone, full_name })
  const bola = await aUser(server)
  const gone = await aUser(server)
  await server.call(logOut, {}, { headers: { cookie: gone.cookie } })
  const ended = gone.as

  const who = { full_name, phone, email }
  const travellers = (seats: readonly number[]) => ({
    ...makeTravellers(seats, { contact: who }),
    passengers: makeTravellers(seats).passengers.map((one) => ({ ...one, full_name, address })),
  })
  const paid = await aBookingForPerson(server, ada, { seats: 2, travellers: { contact: who } })
  const next = await aTrip(db)
  const { booking: open } = await aHold(server, next.id, [4], { ...aDevice(), ...ada.as })
  const write = async <E extends Endpoint>(endpoint: E, input: Ask) => {
    const answer = await server.call(endpoint, input as never, { as: ada.as })
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.data as Record<string, string>
  }
  await write(setPassengers, { reference: open.reference, ...travellers([4]) })
  const payment = `${open.reference}-ACCESS00001`
  await sql`insert into payment (id, reference, payable_id, provider, channel, amount_kobo, expires_at)
    select gen_random_uuid(), ${payment}, id, 'paystack', 'card', total_kobo, now() + interval '10 minutes'
    from booking, open_payable('booking', id) where reference = ${open.reference}`.execute(db)
  const traveller = { full_name, gender: 'female', passenger_type: 'adult', address }
  const saved = await write(addTraveller, traveller)
  const words = 'My bag with the green ribbon stayed on the bus'
  const { id: trip_link } = await write(shareTrip, { reference: paid.reference })
  await sql`insert into community_group (code, kind, name, about)
    values ('city-access', 'city', 'Access', 'A group to be asked about') on conflict do nothing`.execute(
    db,
  )
  const group = 'city-access'
  await write(setCommunityName, { name: 'Green ribbon' })
  await write(joinGroup, { group })
  const { id: post } = await write(writePost, { group, body: 'Where is the bus?' })
  await server.call(setCommunityName, { name: 'Blue ribbon' }, { as: bola.as })
  // A post that Ada may read, but Bola, whom its author has blocked, may not.
  const { rows: posted } = await sql<{ id: string; author_id: string }>`
    with author as (
      insert into community_author (id, person_id, name) values (gen_random_uuid(), ${gone.user.id}, 'Carol') returning id
    ), block as (
      insert into community_block (author_id, other_id, state)
      select author.id, b.id, 'blocked' from author, community_author b where b.person_id = ${bola.user.id}
    )
    insert into community_post (id, group_code, author_id, body, state)
    select gen_random_uuid(), ${group}, id, 'For friends', 'shown' from author returning id, author_id`.execute(
    db,
  )
  const [carols = { id: '', author_id: '' }] = posted
  const lodge = {
    name: 'Elsewhere Lodge',
    category: 'guest-house',
    about: 'Rooms beside the park.',
    address: 'Elsewhere 1',
    city: paid.trip.from.city.code,
    phone: '+2348100000001',
    hours: { days: [0], opens: 0, closes: 1440 },
  }
  const { id: listing } = await write(askForListing, lodge)
  const rooms = await aReviewedBusiness(server, ada)
  const talks = await makeSupportCalls(server, {
    owner: ada,
    operator: paid.trip.operator.code,
    words,
  })
  const said = { operator: paid.trip.operator.code, rating: 4, body: 'We left on time.' }
  const review = await write(writeReview, said)
  await creditReward(db, { person_id: ada.user.id, amount_kobo: 500_000, ref: 'access:ada' })
  const { rows } = await sql<{ login: string; transfer: string }>`
    select l.id as login, t.id as transfer from login l, transfer t
    where l.person_id = ${ada.user.id} and t.ref like '%access:ada'`.execute(db)
  const [{ login, transfer } = { login: '', transfer: '' }] = rows

  const [trip_id = ''] = paid.trip.id.split('.')
  const operator_id = paid.trip.operator.id
  const bus = { trip_id, operator_id, operator: await anOperatorKey(server, operator_id) }
  const [seat] = await fetchManifestSeats(server, trip_id, bus.operator)
  if (seat === undefined) throw new Error('the bus of Ada has no manifest')
  const scan = aScan(trip_id, seat, { verdict: 'wrong_bus' })

  const sent = { sender: ada, carrier: bus, full_name, phone, words }
  const { asks: parcels, claim_id } = await makeParcelCalls(server, sent)

  const to = { name: full_name, email, phone, address }
  const invoice = await anInvoice(server, bus, { customer: to })
  const queues = await makeWaitlistCalls(server, { owner: ada, other: bola, operator_id })
  const hired = { owner: ada, carrier: bus, full_name, phone, words }
  const { asks: charters, secrets: references } = await makeCharterCalls(server, hired)

  const sales = await makeCounterCalls(server, { carrier: bus, full_name, phone, address })

  // Ada is invited to the desk of another operator.
  const invitation = 'ADAE2E1NV1TAT10N0000000000'
  const { rows: invited } = await sql<{ id: string }>`
    insert into member_invitation (id, operator_id, email, role, code_sha256, expires_at)
    select gen_random_uuid(), id, ${email}, 'agent', ${createHash('sha256').update(invitation).digest()},
      now() + interval '1 day'
    from operator where id <> ${operator_id} limit 1 returning id`.execute(db)

  const mine = { reference: paid.reference }
  const seats = open.seats
  const password = 'another four words here'
  const secrets = [
    email,
    phone,
    full_name,
    address,
    words,
    paid.reference,
    open.reference,
    ada.user.id,
  ]
  secrets.push(
    ...queues.secrets,
    ...sales.secrets,
    ...talks.secrets,
    trip_link ?? '',
    saved['id'] ?? '',
    login,
    transfer,
    payment,
    claim_id,
    invoice.id,
    ...references,
  )
  if (secrets.includes('')) throw new Error('one of Ada’s things was not made')
  const asks: Record<string, Ask> = {
    getDesk: {},
    countWaiting: {},
    startSecondFactor: {},
    showSecondFactor: { code: '000000' },
    listMembers: {},
    inviteMember: { email: 'somebody@people.example', role: 'owner' },
    getInvitation: { code: invitation },
    acceptInvitation: { code: invitation },
    setMemberRole: { id: invited[0]?.id ?? '', role: 'agent' },
    removeMember: { id: invited[0]?.id ?? '' },
    listAuditLog: {},
    listAuditMembers: {},
    setPassengers: { reference: open.reference, ...travellers(seats) },
    reserveBooking: { reference: open.reference },
    releaseHold: { reference: open.reference },
    getBooking: mine,
    previewCancellation: mine,
    cancelBooking: { ...mine, refund_to: 'wallet' },
    listRescheduleOptions: mine,
    rescheduleBooking: { ...mine, trip_id: next.id, seats: [5, 6] },
    listTickets: mine,
    getTicketPdf: mine,
    getReceiptPdf: mine,
    getCalendar: mine,
    getTripSharing: mine,
    shareTrip: mine,
    endTripLink: { ...mine, id: trip_link },
    sayHowIAm: { ...mine, kind: 'on_the_way', said_at: new Date().toISOString() },
    startPayment: { purpose: 'booking', reference: open.reference, provider: 'flutterwave' },
    getPayment: { reference: payment },
    verifyPayment: { reference: payment },
    listBookings: {},
    changePassword: { current_password: 'not theirs at all', password },
    sendContactCode: { kind: 'email' },
    verifyContact: { kind: 'email', code: '000000' },
    listSessions: {},
    endSession: { id: login },
    endOtherSessions: {},
    fetchProfile: {},
    updateProfile: { language: 'en' },
    exportProfile: {},
    exportProfilePdf: {},
    eraseProfile: { password: 'not theirs at all' },
    keepProfile: {},
    listTravellers: {},
    addTraveller: { ...traveller, full_name: 'Somebody Else', address: 'Elsewhere 1' },
    updateTraveller: { id: saved['id'], ...traveller },
    removeTraveller: { id: saved['id'] },
    listGuestBookings: {},
    adoptGuestBookings: {},
    listPayments: {},
    getWalletBalance: {},
    listWalletTransactions: {},
    listWalletMonths: {},
    getWalletStatementCsv: {},
    getWalletStatementPdf: {},
    getWalletReceipt: { id: transfer },
    setWalletPin: { pin: '4821', password: 'not theirs at all' },
    getRewards: {},
    listPoints: {},
    redeemPoints: { points: 100 },
    getReferral: {},
    writeReview: said,
    listMyReviews: {},
    // Any logged-in person may report what everybody may read.
    reportReview: { id: '00000000-0000-4000-8000-000000000000', reason: 'spam' },
    listReviewsToAnswer: {},
    answerAsOwner: { id: rooms.review, answer: 'Thank you for saying so.' },
    listOperatorReviews: {},
    answerReview: { id: review['id'], answer: 'Thank you for saying so.' },
    listReviewsForStaff: {},
    decideReview: { id: review['id'], became: 'hidden', reason: 'Not theirs to say' },
    deleteReview: { id: review['id'] },
    joinGroup: { group },
    leaveGroup: { group },
    listBuddies: { group },
    getMyCommunity: {},
    setCommunityName: { name: 'Red ribbon' },
    writePost: { group, body: 'Is anybody there?' },
    deletePost: { id: post },
    thankPost: { id: carols.id, is_thanked: true },
    reportPost: { id: carols.id, reason: 'spam' },
    setBlock: { person: carols.author_id, state: 'none' },
    setOperatorMark: { mark: (await aJpeg(64, 64)).toString('base64') },
    getOperatorMark: { code: paid.trip.operator.code, version: '0123456789ab' },
    recordLicence: {
      code: paid.trip.operator.code,
      number: 'NURTW 12345',
      valid_until: '2099-12-31',
    },
    listPendingListings: {},
    decideListing: { id: listing, decision: 'list' },
    listModerationQueue: {},
    decidePost: { id: carols.id, decision: 'shown', reason: 'Nothing wrong with it' },
    listModerationLog: {},
    appealPost: { id: post, words: 'Please look at it again.' },
    reportFuelPrice: {
      station: 'no-such-brand',
      state: 'Lagos',
      fuel: 'petrol',
      price_kobo: 86_800,
      observed_at: new Date().toISOString(),
    },
    updateTripStatus: { id: bus.trip_id, delay_minutes: 5 },
    setTripSales: { id: bus.trip_id, closed: false },
    subscribePush: { ...mine, ...aPhone('https://fcm.googleapis.com/fcm/send').subscription },
    followEvents: {},
    listOperatorDepartures: { date: paid.trip.service_date },
    listDepartureParks: { date: paid.trip.service_date },
    getManifest: { id: trip_id },
    getDepartureSeats: { id: trip_id },
    getLegalManifest: { id: trip_id },
    reportBoardingScans: { scans: [scan] },
    listInvoices: {},
    issueOperatorInvoice: anInvoiceInput(),
    listOperatorInvoices: {},
    voidOperatorInvoice: { id: invoice.id, reason: 'Not theirs to say' },
    issueStaffInvoice: anInvoiceInput(),
    listAllInvoices: {},
    voidStaffInvoice: { id: invoice.id, reason: 'Not theirs to say' },
    askForListing: { ...lodge, city: 'no-such-city' },
    listMyListings: {},
    ...parcels,
    ...sales.asks,
    ...queues.asks,
    ...talks.asks,
    ...(await makeRefundCalls(server, paid)),
    ...(await makeRewardCalls(server, paid)),
    ...charters,
  }

  async function ask(endpoint: Endpoint, as: Caller): Promise<TestResponse<unknown, unknown>> {
    const input = asks[endpoint.name]
    if (input === undefined) throw new Error(`${endpoint.name} has no line in this matrix`)
    return server.call(endpoint, input as never, { as })
  }

  /** Finds Ada's data in another person's answer; the caller's own input does not count. */
  function leaks(endpoint: Endpoint, { text, bytes }: TestResponse<unknown, unknown>): string[] {
    const sent = JSON.stringify(asks[endpoint.name])
    const all = `${text}\n${bytes.toString('latin1')}`
    return secrets.filter((secret) => !sent.includes(secret) && all.includes(secret))
  }

  /** Ada's data as one text, for comparing it before and after a call. */
  const adasThings = () => readPersonalData(db, ada.user.id)

  return { ada, bola, ended, bus, asks, secrets, ask, leaks, adasThings }
}
