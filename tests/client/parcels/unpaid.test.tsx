import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cancelParcel, createParcel, listParcels } from '#contract/parcels/endpoints'
import { maxUnpaidParcels } from '#contract/parcels/rules'
import { aJpeg } from '#tests/support/files/jpegs'
import {
  aPaidParcel,
  aParcel,
  aParcelInput,
  aParcelTrip,
  aQuoteInput,
} from '#tests/support/makers/parcels'
import { aUser } from '#tests/support/makers/people'
import { aParcelForm } from './sending-hand.ts'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world
const { follow, nothingIsUnsent, toTheLastLook } = aParcelForm(world)

test('who has ten unpaid parcels is told so and led to them; one cancelled, the kept one is sent as it was written', async () => {
  const trip = await aParcelTrip(server)
  const sender = await aUser(server)
  const { as } = sender
  const input = aParcelInput(aQuoteInput(trip))
  for (let n = 0; n < maxUnpaidParcels; n += 1)
    await server.call(createParcel, { ...input, client_ref: crypto.randomUUID() }, { as })
  world.enter(sender)
  await toTheLastLook()
  await screen.findByText(/^This price holds until/)
  await press('Send this parcel')
  expect(
    await screen.findByText('You have 10 unpaid parcels. Pay or cancel one first.'),
  ).toBeDefined()
  expect(screen.getByText(/^This one is kept on your phone/)).toBeDefined()
  expect(screen.queryByText(/could not be sent as it is/)).toBeNull()

  await follow('My parcels')
  expect(await screen.findByRole('heading', { name: 'My parcels' })).toBeDefined()
  expect((await screen.findAllByRole('link', { name: 'Pay' })).length).toBe(maxUnpaidParcels)
  const [one] = (await server.call(listParcels, {}, { as })).data
  await server.call(cancelParcel, { tracking_id: one?.tracking_id ?? '' }, { as })

  history.back()
  await press('Check this one again')
  expect(await screen.findByText('Two lace wrappers')).toBeDefined()
  await screen.findByText(/^This price holds until/)
  await press('Send this parcel')
  await waitFor(() => expect(location.pathname).toBe('/waybill/proceed'))
  expect((await server.call(listParcels, {}, { as })).data[0]).toMatchObject({
    contents: 'Two lace wrappers',
  })
  await nothingIsUnsent()
})

test('a parcel that was cancelled here is cancelled in the saved list, though the network goes at once', async () => {
  const { sender, parcel } = await aParcel(server)
  world.enter(sender)
  await world.open('/waybill/summary')
  await screen.findByRole('link', { name: 'Pay' })
  await world.open(`/waybill/summary?parcel=${parcel.tracking_id}`)
  await press('Cancel parcel')
  await hand.click(
    await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Cancel parcel' }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const state = await screen.findByRole('region', { name: 'Status' })
  await waitFor(() => expect(state.querySelector('svg[viewBox="0 0 96 64"]')).not.toBeNull())
  await world.open(`/waybill/proceed?parcel=${parcel.tracking_id}`)
  const over = await screen.findByText('This parcel was cancelled.')
  expect(over.parentElement?.querySelector('svg')).not.toBeNull()
  world.goOffline()
  await world.open('/waybill/summary')
  expect(await screen.findByText('Cancelled. It will not be sent.')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Pay' })).toBeNull()
})

test('a sender sees the photo that they sent along, once they ask for it', async () => {
  const { parcel, sender } = await aParcel(server, {
    over: { photo: (await aJpeg()).toString('base64') },
  })
  world.enter(sender)
  await world.open(`/waybill/summary?parcel=${parcel.tracking_id}`)
  await screen.findByRole('region', { name: 'The parcel' })
  expect(screen.queryByRole('img', { name: 'Sent along' })).toBeNull()
  await press('Show the photo')
  const photo = await screen.findByRole('img', { name: 'Sent along' })
  expect(photo.getAttribute('src')).toMatch(/^data:image\/jpeg;base64,\/9j/)
})

test('a sender sees and copies one number, which is also the one that is tracked', async () => {
  const { parcel, sender } = await aPaidParcel(server)
  world.enter(sender)
  await world.open(`/waybill/summary?parcel=${parcel.tracking_id}`)
  const card = within(await screen.findByRole('region', { name: 'Waybill' }))
  const copied = async (name: string) => {
    await world.hand.click(card.getByRole('button', { name }))
    return navigator.clipboard.readText()
  }
  expect(await copied('Copy waybill number')).toBe(parcel.waybill)
  expect(parcel.waybill).toBe(parcel.tracking_id)
  expect(card.getAllByText(parcel.tracking_id)).toHaveLength(1)
})
