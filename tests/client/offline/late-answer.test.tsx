import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCharterRequest } from '#contract/charters/requests/endpoints'
import { aJourneyInput, aVehicle, charterContact } from '#tests/support/makers/charters'
import { aParcel } from '#tests/support/makers/parcels'
import { aUser } from '#tests/support/makers/people'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, server, pressButton: press } = world

/** Puts an item into the outbox that is sent, and whose answer only another start of the app has received. */
async function aSentItem(kind: 'parcel' | 'charter_request', answered_id = '') {
  world.restart()
  await registerAllRooms()
  const { addToOutbox } = await import('#lib/outbox')
  const { changeOutboxItem } = await import('#lib/outbox/store')
  world.goOffline()
  const item = await addToOutbox({ kind, input: {}, title: 'To Abuja', form: { shown_kobo: 1 } })
  const sent = { state: 'sent', sent_at: Date.now(), answered_id } as const
  await changeOutboxItem(item?.id ?? '', (kept) => ({ ...kept, ...sent }))
  return item?.id ?? ''
}

const notHeard = () => screen.findByText('Sent. Only the answer has not arrived here yet.')
const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('a sent parcel says so without a network, leads to My parcels, and is found afterwards', async () => {
  const { parcel, sender } = await aParcel(server)
  world.enter(sender)
  const id = await aSentItem('parcel', parcel.id)
  await world.open(`/request-parcel/successParcelRequest?request=${id}`)
  await notHeard()
  expect(linkTo('My parcels')).toBe('/waybill/summary')
  expect(screen.queryByText('Sending…')).toBeNull()
  world.goOnline()
  expect(await screen.findByText('Booked. We send it once you have paid.')).toBeDefined()
})

test('where the list of parcels does not answer, it is said within 8 s that the parcel was sent', async () => {
  const { parcel, sender } = await aParcel(server)
  world.enter(sender)
  const id = await aSentItem('parcel', parcel.id)
  world.goOnline()
  const answer = world.silenceAt('/parcels')
  await world.open(`/request-parcel/successParcelRequest?request=${id}`)
  expect(await screen.findByText('Sending…')).toBeDefined()
  await notHeard()
  answer()
  if (screen.queryByRole('button', { name: 'Try again' })) await press('Try again')
  expect(await screen.findByText('Booked. We send it once you have paid.')).toBeDefined()
})

test('a sent charter request says so without a network, leads to My charters, and is found afterwards', async () => {
  const customer = await aUser(server)
  world.enter(customer)
  await aVehicle(db)
  const id = await aSentItem('charter_request')
  const request = {
    ...aJourneyInput(),
    start_time: '07:30',
    travellers: 10,
    contact: charterContact,
    client_ref: id,
  }
  const made = await server.call(createCharterRequest, request, { as: customer.as })
  expect(made.status, made.text).toBe(200)
  await world.open(`/charter-request/success?sent=${id}`)
  await notHeard()
  expect(linkTo('My charters')).toBe('/profile/charters')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  world.goOnline()
  await waitFor(() => expect(location.search).toBe(`?request=${made.data.reference}`))
})
