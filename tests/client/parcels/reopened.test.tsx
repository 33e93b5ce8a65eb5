import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aParcelInput, aParcelTrip, aQuoteInput } from '#tests/support/makers/parcels'
import { aUser } from '#tests/support/makers/people'
import { aParcelForm } from './sending-hand.ts'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { server, pressButton: press } = world
const { toTheLastLook } = aParcelForm(world)

/** A parcel of shoes in the outbox, which the server refused for this reason. */
async function aRefusedParcel(code: 'quote_expired' | 'invalid_input') {
  const trip = await aParcelTrip(server)
  const { read } = await import('#lib/device')
  const { addToOutbox } = await import('#lib/outbox')
  const { changeOutboxItem } = await import('#lib/outbox/store')
  const parcel = read('current_parcel_data')
  world.goOffline()
  const item = await addToOutbox({
    kind: 'parcel',
    input: { ...aParcelInput(aQuoteInput(trip)), contents: 'A pair of shoes' },
    title: 'Parcel to Abuja for Yusuf Danjuma',
    form: { parcel, shown_kobo: 0 },
  })
  const id = item?.id ?? ''
  const said = { code, detail: 'This price is over.', fields: {} }
  await changeOutboxItem(id, (kept) => ({ ...kept, state: 'needs_you', said }))
  world.goOnline()
  return id
}

const contents = () => screen.findByRole('textbox', { name: /^Contents/ })

test.each(['quote_expired', 'invalid_input'] as const)(
  'a waiting parcel (%s) replaces another half-typed one only after it has asked',
  async (code) => {
    world.enter(await aUser(server))
    await toTheLastLook()
    await screen.findByText('Two lace wrappers')
    const id = await aRefusedParcel(code)
    const path = `/request-parcel/almostthere?waiting=${id}`
    await world.open(path)
    if (code === 'invalid_input') await press('Change it')
    expect(await screen.findByText('You have begun another parcel on this phone.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Keep what I typed' })).toBeDefined()

    await world.open('/request-parcel')
    expect(await contents()).toHaveProperty('value', 'Two lace wrappers')

    await world.open(path)
    if (code === 'invalid_input') await press('Change it')
    await press('Open the waiting parcel')
    expect(await screen.findByText('A pair of shoes')).toBeDefined()
    await world.open('/request-parcel')
    expect(await contents()).toHaveProperty('value', 'A pair of shoes')
  },
)
