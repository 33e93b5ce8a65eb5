import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  createCharterRequest,
  listCharterRequests,
  offerCharter,
} from '#contract/charters/requests/endpoints'
import { listInvoices } from '#contract/invoices/endpoints'
import { formatNaira } from '#contract/money'
import { listReviewsForStaff } from '#contract/reviews/endpoints'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { aStaffKey } from '#tests/support/makers/boarding'
import {
  aCharter,
  aCharterKey,
  aJourneyInput,
  aVehicle,
  charterContact,
  dayAhead,
  payCharter,
} from '#tests/support/makers/charters'
import { aTrip } from '#tests/support/makers/trips'
import { goodCard } from '#tests/support/worlds/payments'
import { aUser } from '#tests/support/makers/people'
import { chooseMethod, catchRedirect, submitCheckout } from '#tests/client/fixtures/checkout'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server, pressButton: press } = world

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

test('each address for hired vehicles that the specification names opens its screen', async () => {
  const vehicle = await aVehicle(db)
  const made = await aCharter(server, vehicle)
  await payCharter(server, made)
  world.enter(made.owner)
  const paid = `/charter-marketplace/confirm-payment/success?charter=${made.charter.reference}`
  for (const [address, title] of [
    ['/charter-type', 'Charter a vehicle'],
    ['/charter-marketplace', 'Vehicles to charter'],
    ['/charter-marketplace/custom-request', 'Ask for offers'],
    [`/charter-marketplace/browse_charter/${vehicle.id}`, 'Toyota HiAce 2020'],
    ['/charter-request', 'Ask for offers'],
    ['/charter-airport', 'Airport pick-up and drop-off'],
    ['/charter-request/success', 'Request not found'],
    [paid, 'Deposit paid. Your vehicle is booked.'],
  ] as const) {
    await world.open(address)
    expect(await heading(title), address).toBeDefined()
  }
})

test('deposit and balance through a company each: back from it stands what was paid, and the charter leads to its invoice', async () => {
  const { charter, owner } = await aCharter(server, await aVehicle(db))
  const { reference, price } = charter
  world.enter(owner)
  const pay = async (company: 'Paystack' | 'Flutterwave', kobo: number, card: string) => {
    await world.open(`/charter-marketplace/confirm-payment?charter=${reference}`)
    await chooseMethod(world, company, /card/i)
    const page = await catchRedirect(() => press(`Pay ${formatNaira(kobo)}`))
    expect(JSON.parse(localStorage.getItem('pending-payment') ?? '{}')).toMatchObject({
      charter: reference,
    })
    const back = await submitCheckout(page, { act: 'card', card })
    const paid = `/charter-marketplace/confirm-payment/success?charter=${reference}&payment=`
    expect(back.startsWith(paid), back).toBe(true)
    await world.open(back)
  }
  await pay('Paystack', price.deposit_kobo, goodCard.paystack)
  await heading('Deposit paid. Your vehicle is booked.')
  await waitFor(() => expect(localStorage.getItem('pending-payment')).toBeNull())
  await pay('Flutterwave', price.total_kobo - price.deposit_kobo, goodCard.flutterwave)
  await heading('Paid. Your vehicle is booked.')

  const { data: invoices } = await server.call(listInvoices, {}, { as: owner.as })
  expect(invoices).toMatchObject([{ state: 'paid', total_kobo: price.total_kobo }])
  await world.open(`/profile/charters/${reference}`)
  await hand.click(await screen.findByRole('link', { name: 'Invoice' }))
  await waitFor(() =>
    expect(location.pathname + location.search).toBe(
      `/invoice-checkout/success?reference=${invoices[0]?.reference}`,
    ),
  )
})

test('a request written without a network waits on the phone and arrives once', async () => {
  const owner = await aUser(server)
  world.enter(owner)
  const day = dayAhead(25)
  await aVehicle(db)
  await aTrip(db, { stops: ['lagos', 'ibadan'] })
  await world.open(
    `/charter-request?city=lagos&to=ibadan&date=${day}&until=${day}&kind=round_trip&seats=12&occasion=wedding`,
  )
  await waitFor(() => expect(screen.getByLabelText('Goes to')).toHaveProperty('value', 'Ibadan'))
  const write = async (label: RegExp, words: string) => {
    const field = await screen.findByLabelText(label)
    await hand.clear(field)
    await hand.click(field)
    await hand.paste(words)
  }
  await write(/^Name/, 'Ngozi Bello')
  await write(/^Phone/, '0803 111 2233')
  world.goOffline()
  await press('Ask for offers')
  expect(
    await screen.findByText('Saved on this phone. It is sent when the network is back.'),
  ).toBeDefined()
  const asked = async () => (await server.call(listCharterRequests, {}, { as: owner.as })).data
  expect(await asked()).toEqual([])
  world.goOnline()
  const { watchOutbox } = await import('#lib/outbox/sender')
  watchOutbox()
  await waitFor(async () => expect(await asked()).toMatchObject([{ travellers: 12, from: day }]))
  const [request] = await asked()
  await waitFor(() => expect(location.search).toBe(`?request=${request?.reference}`))
  await world.reload()
  watchOutbox()
  await heading('Your request')
  expect(await asked()).toHaveLength(1)
})

test('once operators can answer no more, only their offers are left to wait for', async () => {
  const vehicle = await aVehicle(db)
  const owner = await aUser(server)
  world.enter(owner)
  const asked = {
    ...aJourneyInput(25),
    start_time: '06:00',
    travellers: 9,
    contact: charterContact,
  }
  const { data } = await server.call(createCharterRequest, asked, { as: owner.as })
  const { reference } = data
  const offer = { reference, vehicle_id: vehicle.id, hire_kobo: 18_000_000, terms: '' }
  await server.call(offerCharter, offer, { as: await aCharterKey(server, vehicle) })
  await sql`update charter_request set open_until = now() - interval '1 minute'
    where reference = ${reference}`.execute(db)
  await world.open(`/charter-request/success?request=${reference}`)
  expect(await screen.findByText(/^Operators can no longer answer\./)).toBeDefined()
  expect(screen.queryByText(/^Operators can answer until/)).toBeNull()
  expect(screen.getByRole('button', { name: /^Accept ₦/ })).toBeDefined()
})

test('days that are not chosen are asked for, not spelt out', async () => {
  world.enter(await aUser(server))
  await world.open('/charter-request')
  await press('Ask for offers')
  expect(await screen.findAllByText('Choose a date.', { selector: 'p' })).toHaveLength(2)
  expect(screen.queryByText(/^Enter the date/)).toBeNull()
})

test('where no price can be made, the booking says why', async () => {
  const vehicle = await aVehicle(db)
  world.enter(await aUser(server))
  const book = `/charter-marketplace/browse_charter/${vehicle.id}?step=book&city=lagos`
  await world.open(`${book}&to=ibadan&date=2026-01-05`)
  const passed = await screen.findAllByText('That date has passed. Pick another.')
  expect(passed.map(({ id }) => id.endsWith('-error'))).toContain(true)
  await world.open(`${book}&to=lagos&date=${dayAhead(9)}`)
  expect(await screen.findByText('Choose two different places.')).toBeDefined()
  expect(screen.queryByText(/Check the marked fields/)).toBeNull()
})

test('a day that does not exist in an address is ignored, also where an earlier visit has stored it', async () => {
  const vehicle = await aVehicle(db)
  const shown = () => screen.findByLabelText(/^First day/)
  for (const path of [
    '/charter-request?date=x',
    '/charter-marketplace/custom-request?date=2026-13-01&until=x&seats=abc',
    `/charter-marketplace/browse_charter/${vehicle.id}?date=x`,
  ]) {
    await world.open(path)
    expect(await shown(), path).toHaveProperty('value', '')
  }
  for (const search of ['date=2026-13-01', `date=${dayAhead(9)}&days=99999999999`]) {
    await world.open(`/charter-marketplace?${search}`)
    await heading('Vehicles to charter')
  }
  await world.open('/charter-airport?date=x')
  expect(await screen.findByLabelText('Lands on')).toHaveProperty('value', '')
  const { openOwnerStore } = await import('#lib/device/owner-store')
  await openOwnerStore('drafts').set('charter-request', { from: 'x', until: 'x', travellers: '9' })
  await world.open('/charter-request')
  expect(await screen.findByLabelText('Travellers')).toHaveProperty('value', '9')
  expect(await shown()).toHaveProperty('value', '')
})

test('who is logged in reports what another says of a vehicle', async () => {
  const vehicle = await aVehicle(db)
  const { charter } = await aCharter(server, vehicle)
  await sql`
    insert into charter_review (id, charter_id, vehicle_id, rating, body, written_by)
    select ${makeId()}, id, vehicle_id, 1, 'The driver, Musa of Jibowu, is a thief.', 'Ngozi B.' from charter
    where reference = ${charter.reference}`.execute(db)
  const reader = await aUser(server)
  world.enter(reader)
  await world.open(`/charter-marketplace/browse_charter/${vehicle.id}`)
  await press('Report this review of Ngozi B.')
  await hand.selectOptions(await screen.findByLabelText(/What is wrong/), 'private')
  await press('Send the report')
  await screen.findByText('Thank you. Our staff will look at it.')
  const { data } = await server.call(
    listReviewsForStaff,
    { queue: 'reported' },
    { as: await aStaffKey(server, ['reviews']) },
  )
  expect(data).toMatchObject([{ reports: [{ reason: 'private' }] }])
})
