import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { listLocations } from '#contract/lookups/endpoints'
import type { MadeTrip } from '#tests/support/makers/trips'
import { aParcelTrip } from '#tests/support/makers/parcels'
import { choosePlace } from '#tests/client/fixtures/sheets'
import type { aClientWorld } from '#tests/client/fixtures/world'

/** Drives the form that sends a parcel: follows links, chooses and types. */
export function aParcelForm(world: Awaited<ReturnType<typeof aClientWorld>>) {
  const { hand, pressButton: press, server } = world
  const follow = async (name: string | RegExp) =>
    hand.click(await screen.findByRole('link', { name }))
  const choose = async (label: string | RegExp, option: string) =>
    hand.selectOptions(await screen.findByLabelText(label), option)
  async function write(label: string | RegExp, words: string) {
    const field = await screen.findByRole('textbox', { name: label })
    await hand.clear(field)
    await hand.click(field)
    await hand.paste(words)
  }
  /** Chooses route, size and goods: a small parcel of clothes. */
  async function choices({ from_park, to_park }: MadeTrip) {
    const { data: counters } = await server.call(listLocations, {})
    const nameOf = (park: string) => counters.find(({ code }) => code === park)?.name ?? park
    await choosePlace(hand, 'From', 'Lagos')
    await choosePlace(hand, 'To', 'Abuja')
    await choosePlace(hand, /^Drop-off counter/, nameOf(from_park))
    await choosePlace(hand, /^Pick-up counter/, nameOf(to_park))
    await hand.click(screen.getByRole('radio', { name: /^Small/ }))
    await choose(/^Kind of goods/, 'Clothes and cloth')
  }

  /** Enters the contents and the receiver, and continues. */
  async function details() {
    await write(/^Contents/, 'Two lace wrappers')
    await write(/^Note/, 'Keep dry')
    await hand.click(screen.getByRole('checkbox', { name: /^My parcel contains none of these/ }))
    await write('Your name', 'Ngozi Obi')
    await write(/^Your phone/, '0803 123 4567')
    await write('Receiver’s name', 'Musa Bello')
    await write(/^Receiver’s phone/, '08051234567')
    await press('Continue')
  }

  /** Checks that no half-filled form is left after sending: a logout has nothing to warn of. */
  async function nothingIsUnsent(): Promise<void> {
    const { countUnsent } = await import('#lib/session/lifecycle')
    await waitFor(async () => expect(await countUnsent()).toEqual({ drafts: 0, outbox: 0 }))
  }

  /** From an empty phone to the final review step. */
  async function toTheLastLook(): Promise<void> {
    const trip = await aParcelTrip(server)
    await world.open('/send-parcel')
    await choices(trip)
    await screen.findByText(/^This price holds until/)
    await press('Continue')
    await details()
  }

  return { choices, choose, details, follow, nothingIsUnsent, toTheLastLook, write }
}
