import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import type { Booking } from '#contract/bookings/model'
import type { ParcelLocation } from '#contract/lookups/parcel-lists'
import type { Parcel } from '#contract/parcels/model'
import type { Payment } from '#contract/payments/model'
import type { TripDetail, TripSummary } from '#contract/trips/model'
import { rowsKept } from '#tests/support/kept-rows'
import { ada, aNumber, chidi, dayAhead, type Person, seeThanks } from './steps.ts'
import { expect } from './world.ts'

/** A booking made by calls alone. `booking.guest_token` proves it, unless `token` bought it. */
export interface Bought {
  reference: string
  booking: Booking
  phone: string
}

/** Who buys, on which day, in which name. Without `token` a guest. */
export interface Buyer {
  token?: string
  day?: string
  full_name?: string
  /** Who travels, where it is not one person of `full_name`. */
  people?: readonly Person[]
  /** How to reach them, as people write it. */
  phone?: string
  from?: string
  to?: string
  /** Which of the trips with room, the cheapest first. */
  nth?: number
  /** False: the seat is held, and nobody has said yet who travels. */
  named?: boolean
}

const e164 = (number: string) => `+234${number.replaceAll(/\D/g, '').slice(1)}`

/** Asks our API as a phone would; any other status than 2xx fails the test. */
export async function asked<T>(
  request: APIRequestContext,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  { data, token, guest_token }: { data?: unknown; token?: string; guest_token?: string } = {},
): Promise<T> {
  const answer = await request.fetch(`/api/v1/waka${path}`, {
    method,
    headers: {
      // Who sends no name of their phone shares the limit of open holds with their address.
      'X-Device-Id': randomUUID(),
      ...(method === 'GET' ? {} : { 'Idempotency-Key': randomUUID() }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(guest_token && { 'X-Guest-Token': guest_token }),
    },
    ...(data !== undefined && { data }),
  })
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
  return ((await answer.json()) as { data: T }).data
}

/** Holds seats and says who travels: all that comes before the payment. */
export async function aHeldSeat(
  request: APIRequestContext,
  { token, named = true, ...buyer }: Buyer = {},
): Promise<Bought & { trip: TripDetail }> {
  const { full_name = ada.full_name, people = [{ ...ada, full_name }] } = buyer
  const trip = await aTripWithRoom(request, buyer)
  const free = trip.seats.filter(({ state }) => state === 'free').map(({ number }) => number)
  const seats = free.slice(0, people.length)
  const phone = e164(buyer.phone ?? aNumber())
  const proof = token === undefined ? {} : { token }
  const held = await asked<Booking>(request, 'POST', '/bookings', {
    data: { trip_id: trip.id, seats },
    ...proof,
  })
  const { reference, guest_token } = held
  if (!named) return { reference, booking: held, phone, trip }
  const booking = await asked<Booking>(request, 'PUT', `/bookings/${reference}/passengers`, {
    data: {
      passengers: people.map((one, at) => ({
        seat: seats[at],
        full_name: one.full_name,
        gender: one.gender.toLowerCase(),
        passenger_type: 'adult',
        address: '12 Allen Avenue, Ikeja',
      })),
      contact: { full_name: people[0]?.full_name, phone, email: 'ada@example.com' },
      next_of_kin: { full_name: 'Ngozi Okonkwo', phone: '+2348099998888', relationship: 'sibling' },
    },
    ...proof,
    ...(guest_token && { guest_token }),
  })
  return { reference, booking: { ...booking, ...(guest_token && { guest_token }) }, phone, trip }
}

async function aTripWithRoom(
  request: APIRequestContext,
  { day = dayAhead(4), from = 'lagos', to = 'abuja', nth = 0 }: Buyer,
): Promise<TripDetail> {
  const search = `from=${from}&to=${to}&date=${day}&sort=price`
  const trips = await asked<TripSummary[]>(request, 'GET', `/trips?${search}`)
  const roomy = trips.filter((trip) => trip.seats_left >= 4 && trip.fare_kobo !== null)
  return asked<TripDetail>(request, 'GET', `/trips/${roomy[nth]?.id ?? ''}`)
}

/** Seats of two guests are held by calls; the page shows the ways to pay. Answers the booking's reference. */
export async function bookToPayment(page: Page, buyer: Buyer = {}): Promise<string> {
  const held = await aHeldSeat(page.context().request, { people: [ada, chidi], ...buyer })
  await rememberOnPhone(page, held)
  await page.goto(`/bookride/pay?booking=${held.reference}`)
  await expect(page.getByRole('group', { name: 'Ways to pay' })).toBeVisible()
  return held.reference
}

/** The same, paid by calls; the page says thanks, and the tickets are on the phone. */
export async function buy(page: Page, buyer: Buyer = {}): Promise<string> {
  const bought = await aPaidSeat(page.context().request, { people: [ada, chidi], ...buyer })
  await rememberOnPhone(page, bought)
  await page.goto(`/thanks-for-booking?booking=${bought.reference}`)
  await seeThanks(page)
  return bought.reference
}

async function rememberOnPhone(page: Page, bought: Bought): Promise<void> {
  if (!page.url().startsWith('http')) await page.goto('/online.txt')
  await rememberHere(page, bought)
}

/** Buys one seat with a card at the company's stand-in. Nothing is on any phone yet. */
export async function aPaidSeat(request: APIRequestContext, buyer: Buyer = {}): Promise<Bought> {
  const { reference, booking, phone } = await aHeldSeat(request, buyer)
  const { guest_token } = booking
  const proof = {
    ...(buyer.token && { token: buyer.token }),
    ...(guest_token && { guest_token }),
  }
  await payByCard(request, { purpose: 'booking', reference }, proof)
  return { reference, booking, phone }
}

/** A parcel from Jibowu to Utako, or to a door in Abuja, made by calls alone; it waits for its money. */
export async function aParcelToPay(
  request: APIRequestContext,
  token: string,
  { to_door = false } = {},
): Promise<Parcel> {
  const counters = await asked<ParcelLocation[]>(request, 'GET', '/generals/locations')
  const at = (name: string) => ({
    at: 'park',
    location: counters.find((one) => one.name === name)?.code,
  })
  const drop_off = at('Jibowu')
  const pick_up = to_door ? { at: 'door' } : at('Utako')
  return asked<Parcel>(request, 'POST', '/parcels', {
    token,
    data: {
      quote: {
        route: 'lagos_abuja',
        size: 'small',
        type: 'clothes',
        declared_value_kobo: 4_500_000,
        drop_off,
        pick_up,
      },
      sender: { full_name: 'Adaeze Okonkwo', phone: '+2348031234567' },
      receiver: { full_name: 'Yusuf Danjuma', phone: '+2348056789012' },
      contents: 'Two lace wrappers and a blouse',
      nothing_prohibited: true,
      drop_off,
      pick_up: { ...pick_up, ...(to_door && { address: '4 Aminu Kano Crescent, Wuse' }) },
    },
  })
}

/** The same, paid. */
export async function aPaidParcel(request: APIRequestContext, token: string): Promise<Parcel> {
  const { tracking_id } = await aParcelToPay(request, token)
  await payByCard(request, { purpose: 'parcel', reference: tracking_id }, { token })
  return asked(request, 'GET', `/parcels/${tracking_id}`, { token })
}

/** Pays with a card at the company's stand-in, until the money has landed. */
async function payByCard(
  request: APIRequestContext,
  thing: { purpose: 'booking' | 'parcel'; reference: string },
  proof: { token?: string; guest_token?: string },
): Promise<void> {
  const data = { ...thing, provider: 'paystack', channel: 'card' }
  const payment = await asked<Payment>(request, 'POST', '/payments', { data, ...proof })
  await payAt(request, payment.authorization_url ?? '')
  const known = `/payments/${payment.reference}/verify`
  await expect
    .poll(async () => (await asked<Payment>(request, 'POST', known, proof)).status)
    .toBe('succeeded')
}

/** Pays by card on the company's page, which no browser shows. */
export async function payAt(request: APIRequestContext, checkout: string): Promise<void> {
  const answer = await request.post(checkout, {
    form: { act: 'card', card: '4084 0840 8408 4081', webhook: 'never' },
    maxRedirects: 0,
  })
  expect(answer.status(), await answer.text()).toBeLessThan(400)
}

/** The phone knows the booking as if it had made it there. Its page must be one of ours. */
export function rememberHere(page: Page, { reference, booking, phone }: Bought): Promise<void> {
  return page.evaluate(
    ([name, token, number]) => {
      const proofs = JSON.parse(localStorage.getItem('guest-proofs') ?? '{}') as object
      const proof = { ...(token && { token }), phone: number }
      localStorage.setItem('guest-proofs', JSON.stringify({ ...proofs, [name]: proof }))
    },
    [reference, booking.guest_token, phone] as const,
  )
}

/** Buys a seat by calls and opens its ticket, which puts it on the phone. The page shows it afterwards. */
export async function aBoughtTicket(page: Page, buyer: Buyer = {}): Promise<Bought> {
  const bought = await aPaidSeat(page.context().request, buyer)
  if (buyer.token === undefined) await rememberOnPhone(page, bought)
  else if (!page.url().startsWith('http')) await page.goto('/online.txt')
  await page.goto(`/ticket/${bought.reference}`)
  await seeTicket(page)
  await expect(page.getByText('✓ Saved on this phone. It opens without a network.')).toBeVisible()
  await waitUntilKept(page, bought.reference)
  return bought
}

/** A ticket is on the phone twice: in the vault, and its outline in local storage. */
export async function waitUntilKept(page: Page, reference: string): Promise<void> {
  await expect
    .poll(async () => {
      const tickets = await page.evaluate(rowsKept, 'vault-')
      const outlines = await page.evaluate(() => localStorage.getItem('next-trips'))
      return [tickets.some(({ key }) => key === reference), outlines]
    })
    .toEqual([true, expect.stringContaining(reference)])
}

/** Its code is on the screen. */
export async function seeTicket(page: Page): Promise<void> {
  await expect(page.getByRole('img', { name: /^Ticket code of/ })).toBeVisible()
}
