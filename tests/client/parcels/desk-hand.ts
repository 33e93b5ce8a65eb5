import { screen, within } from '@testing-library/react'
import { setServiceDateToday } from '#tests/support/makers/departures'
import { aMember } from '#tests/support/makers/members'
import { aPaidParcel, aParcelTrip } from '#tests/support/makers/parcels'
import type { aClientWorld } from '#tests/client/fixtures/world'

/** Drives the desk's screen of parcels: makes parcels for it, finds them and reads the sheet of the open one. */
export function aParcelDesk(world: Awaited<ReturnType<typeof aClientWorld>>) {
  const { hand, pressButton: press, server } = world

  /** Makes a paid parcel whose bus leaves today, and a clerk of its operator. */
  async function aCounterParcel() {
    const made = await aPaidParcel(server, { trip: await aParcelTrip(server) })
    await setServiceDateToday(server.db, made.trip)
    const { operator_id } = made.trip
    return { ...made, clerk: await aMember(server, { operator_id, role: 'counter' }) }
  }

  const find = async (text: string) => {
    await hand.type(await screen.findByLabelText('Waybill number or phone'), text)
    await press('Find')
  }

  const sheet = async () => within(await screen.findByRole('dialog'))

  return { aCounterParcel, find, sheet }
}
