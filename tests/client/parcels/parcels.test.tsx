import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listParcels } from '#contract/parcels/endpoints'
import { sql } from '#server/db/sql'
import { aParcel, aParcelTrip } from '#tests/support/makers/parcels'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aParcelForm } from './sending-hand.ts'
import { choosePlace } from '#tests/client/fixtures/sheets'
import { aClientWorld } from '#tests/client/fixtures/world'
import { phoneFormatMessage } from '#contract/phone'

const world = await aClientWorld()
const { db, hand, server, pressButton: press } = world

const { choices, details, follow, nothingIsUnsent, toTheLastLook, write, choose } =
  aParcelForm(world)
const mine = async ({ as }: MadeUser) => (await server.call(listParcels, {}, { as })).data
const price = () => within(screen.getByRole('region', { name: 'Price' }))
const basePrice = (kobo: number) =>
  sql`update parcel_route set base_kobo = ${kobo} where code = 'lagos_abuja'`.execute(db)

/** Cuts the network, once no answer is on its way: it would report that there is a network. */
async function loseNetwork(): Promise<void> {
  const { queryClient } = await import('#src/app/query-client.ts')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  world.goOffline()
}

test('a stranger sees the price with its lines and the next buses, and chooses one', async () => {
  const trip = await aParcelTrip(server)
  await aParcelTrip(server, { departs_in_hours: 30 })
  await world.open('/send-parcel')
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  await choices(trip)
  expect(await screen.findByText(/^This price holds until/)).toBeDefined()
  expect(price().getByText('Carriage, small')).toBeDefined()
  expect(price().getByText('VAT 7.5%')).toBeDefined()
  const total = price().getByText('Total').nextSibling?.textContent
  expect(screen.getAllByText(total ?? '')).toHaveLength(2)
  const buses = within(screen.getByRole('group', { name: 'Next buses' })).getAllByRole('radio')
  expect(buses.length).toBeGreaterThanOrEqual(1)
  expect(buses[0]?.matches(':checked')).toBe(true)
  await hand.click(buses.at(-1) ?? document.body)
  expect(sessionStorage.getItem('current parcel choice')).toContain('trip_id')
  await waitFor(() => expect(price().getByText(/^This price holds until/)).toBeDefined())
})

test('who continues too early is led to the first field that lacks something', async () => {
  await world.open('/send-parcel')
  await press('Continue')
  const from = await screen.findByLabelText('From', { selector: '[aria-invalid="true"]' })
  await waitFor(() => expect(document.activeElement).toBe(from))
})

test('the total is beside the button on each step, without a dash before there is one', async () => {
  const trip = await aParcelTrip(server)
  await world.open('/send-parcel')
  const beside = async () =>
    (await screen.findByRole('button', { name: 'Continue' })).parentElement?.textContent
  expect(await beside()).toBe('Choose route and sizeContinue')
  await choices(trip)
  const total = await beside()
  expect(total).toMatch(/^Total ₦[\d,.]+Continue$/)
  await press('Continue')
  await screen.findByRole('textbox', { name: /^Contents/ })
  expect(await beside()).toBe(total)
})

test('each step says in its bar which of four it is, leads back, and has its next step in the bar below', async () => {
  const sender = await aUser(server)
  await toTheLastLook()
  const steps = [
    ['/send-parcel', 'Send a parcel', 1, 'Home', 'Continue'],
    ['/customizeparcel', 'Exact size', 1, 'Send a parcel', 'Use this size'],
    ['/request-parcel', 'Parcel details', 2, 'Price', 'Continue'],
    ['/request-parcel/proceed', 'Who are you?', 3, 'Back', undefined],
    ['/request-parcel/almostthere', 'Almost there', 3, 'Parcel details', 'Send this parcel'],
  ] as const
  for (const [path, title, step, back, next] of steps) {
    if (next === 'Send this parcel') world.enter(sender)
    await world.open(path)
    if (next !== undefined) await screen.findByRole('button', { name: next })
    const bar = (await screen.findByRole('heading', { level: 1, name: title })).parentElement
    expect(bar?.textContent).toBe(`${title}Step ${step} of 4`)
    expect(bar?.parentElement?.querySelector('a')?.textContent).toBe(back)
    const form = screen.queryByRole('button', { name: next ?? 'none' })?.closest('form') ?? null
    expect([path, form]).toEqual([path, null])
  }
})

test('a counter is chosen with its city, so that route and size are enough for the price', async () => {
  await aParcelTrip(server)
  await world.open('/send-parcel')
  await choosePlace(hand, 'From', 'Lagos')
  await choosePlace(hand, 'To', 'Abuja')
  await hand.click(screen.getByRole('radio', { name: /^Small/ }))
  expect(price().getByText('Total').nextSibling?.textContent).toMatch(/^₦/)
  for (const label of [/^Drop-off counter/, /^Pick-up counter/])
    expect(screen.getByLabelText(label)).not.toHaveProperty('value', '')
  await choose(/^Kind of goods/, 'Clothes and cloth')
  expect(await screen.findByText(/^This price holds until/)).toBeDefined()
})

test('the next parcel begins at the counter of the last one, and its receiver is one tap away', async () => {
  const { parcel, sender } = await aParcel(server)
  world.enter(sender)
  localStorage.setItem('current parcel booking', JSON.stringify(parcel))
  await world.open('/send-parcel')
  expect(await screen.findByLabelText('From')).toHaveProperty('value', 'Lagos')
  expect(screen.getByLabelText(/^Drop-off counter/)).toHaveProperty('value', parcel.drop_off.name)
  await choosePlace(hand, 'To', 'Abuja')
  await hand.click(screen.getByRole('radio', { name: /^Small/ }))
  await choose(/^Kind of goods/, 'Clothes and cloth')
  await press('Continue')
  await press('Send to Yusuf Danjuma again')
  expect(screen.getByLabelText(/^Receiver’s phone/)).toHaveProperty('value', '0805 678 9012')
  expect(screen.queryByRole('button', { name: /again$/ })).toBeNull()
})

test('before it is sent, the free days of storage are those that were chosen', async () => {
  await toTheLastLook()
  const days = (count: number) =>
    new RegExp(`^Free storage at the counter for ${count} working days, then`)
  await world.open('/request-parcel/almostthere')
  expect(await screen.findByText(days(3))).toBeDefined()
  await world.open('/send-parcel')
  await hand.click(await screen.findByLabelText(/^Three more days at the counter/))
  await world.open('/request-parcel/almostthere')
  expect(await screen.findByText(days(6))).toBeDefined()
})

test('a phone number that cannot be one is said when its field is left, and no other field is', async () => {
  await toTheLastLook()
  await world.open('/request-parcel')
  await write(/^Receiver’s phone/, '12345')
  expect(screen.queryByText(phoneFormatMessage)).toBeNull()
  await hand.tab()
  expect(await screen.findByText(phoneFormatMessage)).toBeDefined()
  expect(screen.queryByText('Say what is in it.')).toBeNull()
})

test('own measures count as a size and come back to the price', async () => {
  const trip = await aParcelTrip(server)
  await world.open('/send-parcel')
  await choices(trip)
  await follow('Enter exact size')
  await write('Length (cm)', '60')
  await write('Width (cm)', '40')
  await write('Height (cm)', '40')
  await write('Weight (kg)', '70')
  expect(await screen.findByText('Too big for a bus')).toBeDefined()
  await write('Weight (kg)', '12.5')
  expect(screen.getByText(/since by its volume it is as much as 19.2 kg/)).toBeDefined()
  await press('Use this size')
  const own = await screen.findByRole('radio', { name: /^Exact size/ })
  expect(own.matches(':checked')).toBe(true)
  expect(price().getByText('Carriage, large')).toBeDefined()
  expect(await screen.findByText(/^This price holds until/)).toBeDefined()
})

test('a decimal comma weighs two and a half kilos, not twenty-five; 2,500 is asked for again', async () => {
  const trip = await aParcelTrip(server)
  await world.open('/send-parcel')
  await choices(trip)
  await follow('Enter exact size')
  await write('Length (cm)', '20')
  await write('Width (cm)', '20')
  await write('Height (cm)', '20')
  await write('Weight (kg)', '2,5')
  await press('Use this size')
  expect(await screen.findByText('Carriage, small')).toBeDefined()
  await follow('Change exact size')
  await write('Weight (kg)', '2,500')
  expect(screen.getByText('Is it 2500 or 2.5? Write it without a comma.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Use this size' }).matches(':disabled')).toBe(true)
})

test('what was chosen is there when the app was closed; a door is priced, costly goods are covered', async () => {
  const trip = await aParcelTrip(server)
  await world.open('/send-parcel')
  await choices(trip)
  await hand.click(screen.getAllByRole('radio', { name: /^Door/ })[1] ?? document.body)
  await choose(/^Kind of goods/, 'Certificates and ID cards')
  expect(await screen.findByText('Accepted on conditions')).toBeDefined()
  await press('Continue')
  expect(await screen.findByText('Enter what it is worth, in naira.')).toBeDefined()
  await write(/^What is it worth/, '150,000')
  await world.reload()
  expect(await screen.findByDisplayValue('150,000')).toBeDefined()
  expect(price().getByText('Brought to the door')).toBeDefined()
  expect(price().getByText('Cover for the whole value').nextSibling?.textContent).toBe('₦1,500')
  expect(price().getByText(/up to ₦150,000 is paid/)).toBeDefined()
  expect(localStorage.getItem('current parcel data')).toContain('certificates')
})

test('who logs in on the way loses nothing, and their parcel is taken in at the price they saw', async () => {
  const sender = await aUser(server)
  await toTheLastLook()
  await follow('I have an account')
  const google = await screen.findByRole('link', { name: 'Continue with Google' })
  expect(google.getAttribute('href')).toBe('/login?next=%2Frequest-parcel%2Falmostthere')
  await write(/^Email or phone/, sender.user.email ?? '')
  await hand.type(screen.getByLabelText('Password'), sender.password)
  await press('Log in')
  expect(await screen.findByText('Two lace wrappers')).toBeDefined()
  expect(screen.getByText(/Musa Bello\s+0805 123 4567/)).toBeDefined()
  await screen.findByText(/^This price holds until/)
  const total = price().getByText('Total').nextSibling?.textContent ?? ''
  await press('Send this parcel')
  await waitFor(() => expect(location.pathname).toBe('/waybill/proceed'))
  const [parcel] = await mine(sender)
  expect(location.search).toBe(`?parcel=${parcel?.tracking_id}`)
  expect(parcel).toMatchObject({
    contents: 'Two lace wrappers',
    note: 'Keep dry',
    receiver: { full_name: 'Musa Bello', phone: '+2348051234567' },
  })
  const { formatNaira } = await import('#contract/money')
  expect(formatNaira(parcel?.price.total_kobo ?? 0)).toBe(total)
  expect(localStorage.getItem('current parcel booking')).toContain(parcel?.tracking_id)
  expect(localStorage.getItem('current parcel data')).toBeNull()
  await nothingIsUnsent()
})

test('who is new makes an account on the way', async () => {
  await toTheLastLook()
  await follow('I am new here')
  await write('Full name', 'Ngozi Obi')
  await write('Email', 'ngozi.sends@example.com')
  await hand.type(screen.getByLabelText('Password'), 'three calm yellow buses')
  await press('Join Waka')
  await press('Send this parcel')
  await waitFor(() => expect(location.pathname).toBe('/waybill/proceed'))
  await nothingIsUnsent()
})

test('what is missing is said at its field, and what was typed stays', async () => {
  const trip = await aParcelTrip(server)
  await world.open('/request-parcel')
  await follow('See the price')
  await press('Continue')
  expect(await screen.findAllByText('Choose a city.')).toHaveLength(1)
  await choices(trip)
  await press('Continue')
  await write(/^Receiver’s phone/, '12345')
  await press('Continue')
  expect(await screen.findAllByText(phoneFormatMessage)).toHaveLength(2)
  expect(screen.queryByText('Check the marked fields.')).toBeNull()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Contents/ })),
  )
  expect(screen.getByText('Confirm that nothing in it is prohibited.')).toBeDefined()
  await world.reload()
  expect(await screen.findByDisplayValue('12345')).toBeDefined()
})

test('without a network the phone works out the price and keeps the request; sent later, a new price is said before paying', async () => {
  const sender = await aUser(server)
  world.enter(sender)
  const trip = await aParcelTrip(server)
  await world.open('/send-parcel')
  await screen.findByLabelText('From')
  await loseNetwork()
  await choices(trip)
  expect(await screen.findByText(/^Price worked out on this phone/)).toBeDefined()
  const before = price().getByText('Total').nextSibling?.textContent ?? ''
  await press('Continue')
  await details()
  await press('Send this parcel')
  expect(await screen.findByText(/^Saved on this phone/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'See what is waiting' }).getAttribute('href')).toBe(
    '/phone/outbox',
  )
  await press('Change it')
  expect(await screen.findByText('Two lace wrappers')).toBeDefined()
  expect(screen.getByText('Keep dry')).toBeDefined()
  await press('Send this parcel')
  expect(await screen.findByText(/^Saved on this phone/)).toBeDefined()
  const { rows } = await sql<{ base_kobo: number }>`
    select base_kobo from parcel_route where code = 'lagos_abuja'`.execute(db)
  await basePrice(900_000)
  world.goOnline()
  const { sendOutbox } = await import('#lib/outbox')
  await sendOutbox()
  expect(await screen.findByText('Booked. We send it once you have paid.')).toBeDefined()
  const [parcel] = await mine(sender)
  expect(screen.getByText(/^The price is now/)).toBeDefined()
  expect(screen.getByText(`Before, it was ${before}.`)).toBeDefined()
  expect(screen.getByRole('link', { name: /^Pay ₦/ }).getAttribute('href')).toBe(
    `/waybill/proceed?parcel=${parcel?.tracking_id}`,
  )
  expect(await mine(sender)).toHaveLength(1)
  await basePrice(rows[0]?.base_kobo ?? 0)
})

test('a price that is over is asked for again by itself, and the old one stands beside the new', async () => {
  const sender = await aUser(server)
  world.enter(sender)
  await toTheLastLook()
  await screen.findByText(/^This price holds until/)
  const before = price().getByText('Total').nextSibling?.textContent ?? ''
  const { rows } = await sql<{ base_kobo: number }>`
    select base_kobo from parcel_route where code = 'lagos_abuja'`.execute(db)
  await sql`update parcel_quote set valid_until = now() - interval '1 minute'`.execute(db)
  await basePrice(800_000)
  await press('Send this parcel')
  expect(await screen.findByText(/^The price is now/)).toBeDefined()
  expect(screen.getByText(`Before, it was ${before}.`)).toBeDefined()
  expect(await mine(sender)).toHaveLength(0)
  await press('Send this parcel')
  await waitFor(() => expect(location.pathname).toBe('/waybill/proceed'))
  expect(await mine(sender)).toHaveLength(1)
  await basePrice(rows[0]?.base_kobo ?? 0)
})

test('a photo is drawn anew on the phone, 1280 px at most, kept, and can be taken away', async () => {
  const trip = await aParcelTrip(server)
  await world.open('/send-parcel')
  await choices(trip)
  const picture = { width: 4000, height: 3000, close: () => undefined }
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    if (file.type !== 'image/png') throw new Error('no picture')
    return picture
  })
  const drawn: number[][] = []
  const pen = {
    fillRect: () => undefined,
    drawImage: (_: object, ...to: number[]) => drawn.push(to),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(
    'data:image/jpeg;base64,/9j/AAAA',
  )
  await press('Continue')
  const pick = async (type: string) =>
    hand.upload(
      await screen.findByLabelText(/^Photo of it/),
      new File(['x'], 'parcel.image', { type }),
    )
  await pick('image/heic')
  expect(await screen.findByText(/^This phone cannot read that photo/)).toBeDefined()
  await pick('image/png')
  expect(await screen.findByRole('img', { name: 'Your photo' })).toBeDefined()
  expect(drawn).toEqual([[0, 0, 1280, 960]])
  await world.reload()
  expect(await screen.findByRole('img', { name: 'Your photo' })).toBeDefined()
  await press('Remove')
  expect(screen.queryByRole('img', { name: 'Your photo' })).toBeNull()
  vi.unstubAllGlobals()
})

test('without a network and a login everything can be written and stays; the login is said to need one', async () => {
  const trip = await aParcelTrip(server)
  await world.open('/send-parcel')
  await screen.findByLabelText('From')
  await loseNetwork()
  await choices(trip)
  await press('Continue')
  await details()
  expect(await screen.findByText('Logging in needs a network.')).toBeDefined()
  await follow('Check everything first')
  expect(await screen.findByText('Two lace wrappers')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send this parcel' })).toBeNull()
  await follow('Log in to send it')
  expect(location.pathname).toBe('/request-parcel/proceed')
})
