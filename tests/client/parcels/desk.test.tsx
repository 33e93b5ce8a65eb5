import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getShift } from '#contract/counter/endpoints'
import { formatNaira } from '#contract/money'
import { listOperatorParcels, trackParcel } from '#contract/parcels/endpoints'
import { maxCounterParcels } from '#contract/parcels/rules'
import { sql } from '#server/db/sql'
import { aShift } from '#tests/support/makers/counter'
import { aMember } from '#tests/support/makers/members'
import { aPaidParcel, aParcelScan, type MadeParcel, sendScans } from '#tests/support/makers/parcels'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'
import { aParcelDesk } from './desk-hand.ts'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world
const { aCounterParcel, find, sheet } = aParcelDesk(world)

/** Lets a parcel be ready for its receiver since ten days, so that storage is due. */
async function letItWait({ parcel, operator, trip }: MadeParcel): Promise<void> {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await sql`update parcel set created_at = now() - interval '12 days', paid_at = now() - interval '12 days'
    where id = ${parcel.id}::uuid`.execute(server.db)
  await sendScans(server, operator, [
    aParcelScan(parcel.tracking_id, 'received', { occurred_at: ago(11) }),
    aParcelScan(parcel.tracking_id, 'ready_for_pickup', {
      occurred_at: ago(10),
      place: trip.to_park,
    }),
  ])
}

const stateOf = async (tracking_id: string) =>
  (await server.call(trackParcel, { tracking_id })).data.state

test('a clerk takes a parcel in, loads it, lets it arrive and hands it over by its PIN', async () => {
  const { parcel, clerk, trip } = await aCounterParcel()
  const { tracking_id, pickup_pin } = parcel
  await openDesk(world, clerk, '/parcels')
  await hand.click(await screen.findByRole('button', { name: new RegExp(tracking_id) }))
  await press('Take it in')
  await screen.findByText(`${tracking_id} is handed in.`)
  await find(`https://waka.example/track-parcel?id=${tracking_id}`)
  const loading = await sheet()
  const bus = await loading.findByLabelText<HTMLSelectElement>('Bus')
  expect(bus.value).toContain(trip.trip_id)
  await hand.type(loading.getByLabelText(/^Driver’s name/), 'Musa Ibrahim')
  await hand.type(loading.getByLabelText(/^Driver’s phone/), '0803 111 2233')
  await press('Load it')
  await screen.findByText(`${tracking_id} is loaded.`)
  await find(tracking_id.toLowerCase())
  await press('It has arrived')
  await screen.findByText(new RegExp(`${tracking_id} has arrived`))
  await find(tracking_id)
  await hand.type(await (await sheet()).findByLabelText('Pickup PIN'), pickup_pin ?? '')
  await press('Hand it over')
  await screen.findByText(`${tracking_id} is handed over.`)
  const { events } = (await server.call(trackParcel, { tracking_id })).data
  expect(events.map(({ kind }) => kind)).toEqual([
    'delivered',
    'ready_for_pickup',
    'loaded',
    'received',
    'paid',
    'created',
  ])
})

test('a parcel that nobody scanned on its bus arrives all the same', async () => {
  const { parcel, clerk, operator } = await aCounterParcel()
  await sendScans(server, operator, [aParcelScan(parcel.tracking_id, 'received')])
  await openDesk(world, clerk, '/parcels')
  await find(parcel.tracking_id)
  await hand.click((await sheet()).getByText('Another step'))
  await press('It has arrived')
  await press('It has arrived')
  await screen.findByText(new RegExp(`${parcel.tracking_id} has arrived`))
  expect(await stateOf(parcel.tracking_id)).toBe('ready_for_pickup')
})

test('a parcel that is scanned again at once offers its next step, before the list comes', async () => {
  const { parcel, clerk } = await aCounterParcel()
  const { tracking_id } = parcel
  await openDesk(world, clerk, '/parcels')
  await hand.click(await screen.findByRole('button', { name: new RegExp(tracking_id) }))
  world.silenceAt('/operator/parcels')
  await press('Take it in')
  await screen.findByText(`${tracking_id} is handed in.`)
  await find(tracking_id)
  expect((await sheet()).queryByRole('button', { name: 'Take it in' })).toBeNull()
  expect((await sheet()).getByRole('button', { name: 'Load it' })).toBeDefined()
})

test('a wrong PIN is said at its field, and the storage that is due goes into the open drawer', async () => {
  const made = await aCounterParcel()
  const { tracking_id, pickup_pin } = made.parcel
  await letItWait(made)
  const shift = await aShift(server, made.clerk.as)
  await openDesk(world, made.clerk, '/parcels?show=late')
  await hand.click(await screen.findByRole('button', { name: /due/ }))
  const open = await sheet()
  const due = open.getByText(/^Take ₦[\d,]+ for storage first\.$/).textContent
  const naira = /₦[\d,]+/.exec(due)?.[0] ?? ''
  const give = `${naira} is paid. Hand it over`
  const field = await open.findByLabelText('Pickup PIN')
  await hand.type(field, pickup_pin === '123456' ? '654321' : '123456')
  await press(give)
  const wrong = await open.findByText(/^This PIN is wrong/)
  expect(field.getAttribute('aria-describedby')).toContain(wrong.id)
  expect(await stateOf(tracking_id)).toBe('ready_for_pickup')
  await hand.clear(field)
  await hand.type(field, pickup_pin ?? '')
  await press(give)
  await screen.findByText(`${tracking_id} is handed over.`)
  const { data } = await server.call(getShift, { id: shift.id }, { as: made.clerk.as })
  expect(data.taken_for).toMatchObject([{ subject: 'storage', count: 1 }])
  expect(formatNaira(data.expected_kobo - shift.expected_kobo)).toBe(naira)
})

test('without an open shift, a clerk is led to one before storage is taken', async () => {
  const made = await aCounterParcel()
  await letItWait(made)
  await openDesk(world, made.clerk, `/parcels?show=late`)
  await find(made.parcel.tracking_id)
  const open = await sheet()
  await open.findByText(/^You have no open shift\. The fee goes into the drawer/)
  expect(open.getByRole('link', { name: 'Open a shift' }).getAttribute('href')).toBe(
    '/desk/counter',
  )
  expect(open.queryByLabelText('Pickup PIN')).toBeNull()
})

test('a step whose answer was lost is sent again and counts once', async () => {
  const { parcel, clerk } = await aCounterParcel()
  const { tracking_id } = parcel
  await openDesk(world, clerk, '/parcels')
  await find(tracking_id)
  world.loseAnswerOnce('POST /api/v1/waka/parcel-events')
  // A newer list would show that the step was recorded.
  world.silenceAt('/operator/parcels')
  await press('Take it in')
  await screen.findByText(/We do not know yet whether it was recorded/)
  await press('Take it in')
  await screen.findByText(`${tracking_id} is handed in.`)
  const { events } = (await server.call(trackParcel, { tracking_id })).data
  expect(events.filter(({ kind }) => kind === 'received')).toHaveLength(1)
})

test('a phone number finds the parcels of its sender and receiver, a strange number none', async () => {
  const { parcel, clerk, trip, sender } = await aCounterParcel()
  const receiver = { full_name: 'Hauwa Sani', phone: '+2348091112233' }
  await aPaidParcel(server, { trip, sender, over: { receiver } })
  await aPaidParcel(server, { trip, sender, over: { receiver } })
  await openDesk(world, clerk, '/parcels')
  await find('0809 111 2233')
  await screen.findByText('Found for 0809 111 2233')
  const found = screen.getAllByRole('listitem')
  expect(found).toHaveLength(2)
  expect(found.map((one) => one.textContent)).not.toContain(parcel.tracking_id)
  await find('0809 111 2299')
  const nothing = await screen.findByText('You carry no parcel with this.')
  const field = screen.getByLabelText('Waybill number or phone')
  expect(field.getAttribute('aria-describedby')).toBe(nothing.id)
})

test('a parcel that nobody collects is sent back and given to its sender by their PIN', async () => {
  const made = await aCounterParcel()
  const { tracking_id, pickup_pin } = made.parcel
  await letItWait(made)
  await openDesk(world, made.clerk, '/parcels')
  await find(tracking_id)
  await hand.click((await sheet()).getByText('Another step'))
  await press('Send it back')
  await press('Send it back')
  await screen.findByText(`${tracking_id} is on its way back.`)
  await find(tracking_id)
  await hand.type((await sheet()).getByLabelText('Pickup PIN'), pickup_pin ?? '')
  await press('Return it to the sender')
  await screen.findByText(`${tracking_id} is returned.`)
  expect(await stateOf(tracking_id)).toBe('returned')
})

test('each parcel of a list names its receiver and its sender, with the end of their phones', async () => {
  const { parcel, clerk } = await aCounterParcel()
  await openDesk(world, clerk, '/parcels')
  const row = await screen.findByRole('listitem', { name: parcel.waybill ?? '' })
  expect(row.textContent).toContain('To Yusuf Danjuma (…9012) · From Ngozi Bello (…4567)')
  await sql`update parcel set sender_name = null, sender_phone = null, receiver_name = null, receiver_phone = null
    where id = ${parcel.id}::uuid`.execute(server.db)
  await openDesk(world, clerk, '/parcels')
  const bare = await screen.findByRole('listitem', { name: parcel.waybill ?? '' })
  expect(bare.textContent).not.toMatch(/To |From |null/)
})

test('only those who work at a counter see the parcels', async () => {
  const { clerk, trip } = await aCounterParcel()
  const attendant = await aMember(server, { operator_id: trip.operator_id, role: 'attendant' })
  await openDesk(world, clerk, '/departures')
  await screen.findByRole('link', { name: 'Parcels' })
  await openDesk(world, attendant, '/departures')
  await screen.findByRole('heading', { name: 'Departures' })
  expect(screen.queryByRole('link', { name: 'Parcels' })).toBeNull()
})

test('the link to a screen where something waits says how much, also to a screen reader', async () => {
  const { parcel, clerk, operator } = await aCounterParcel()
  await sendScans(server, operator, [aParcelScan(parcel.tracking_id, 'received')])
  await openDesk(world, clerk, '/counter')
  const link = await screen.findByRole('link', { name: 'Parcels 1 waiting' })
  expect(screen.getByRole('link', { name: 'Sales' })).toBeDefined()
  await hand.click(link)
  await screen.findByRole('listitem', { name: parcel.waybill ?? '' })
  expect(screen.getByLabelText<HTMLSelectElement>('Show').value).toBe('received')
})

test('a list that is cut says so, and not that nothing waits', async () => {
  const { clerk, parcel, operator } = await aCounterParcel()
  const { data } = await server.call(listOperatorParcels, {}, { as: operator })
  const [one] = data
  expect(one?.tracking_id).toBe(parcel.tracking_id)
  const many = Array.from({ length: maxCounterParcels }, (_, n) => ({
    ...one,
    state: 'lost',
    tracking_id: `COPY${n}`,
    waybill: `COPY${n}`,
  }))
  world.answerOnce('GET /api/v1/waka/operator/parcels', { data: many })
  await openDesk(world, clerk, '/parcels')
  await screen.findByText('Only 500 parcels are listed. Find any other by its number.')
  expect(screen.queryByText('No paid parcels are waiting to be handed in.')).toBeNull()
})
