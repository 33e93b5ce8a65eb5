import { listBusinesses } from '#contract/businesses/endpoints'
import { findTrips } from '#contract/trips/endpoints'
import type { Db } from '#server/db/client'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

export interface AuditedPage {
  name: string
  path: string
  /**
   * A role and name that only the intended page has. Without this check, a page that only explains why it is empty
   * might be measured.
   */
  shows: readonly ['button' | 'img' | 'link' | 'textbox' | 'heading', RegExp | string]
  /** The booking that this phone owns, and the token that proves it. */
  owns?: { reference: string; token: string }
}

/** Lists the public pages with the demo country; makes a trip to open, and a booking with its ticket. */
export async function listPublicPages(db: Db): Promise<AuditedPage[]> {
  const trip = await aTrip(db)
  const server = await aServer(db)
  const { booking, as } = await aPaidBooking(server, trip.id, trip.sellable.slice(0, 1))
  const [from, to] = ['lagos', 'abuja']
  const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const found = await server.call(findTrips, { from, to, date })
  const businesses = await server.call(listBusinesses, {})
  const business = businesses.data[0]?.code ?? ''
  await server.close()
  const { reference } = booking
  const [first] = found.data
  if (first === undefined) throw new Error('the demo country has no trip to look at')
  const search = new URLSearchParams({ from, to, date })
  return [
    { name: '/', path: '/', shows: ['button', /^Search/] },
    { name: '/bookride', path: `/bookride?${search}`, shows: ['link', first.operator.name] },
    {
      name: '/bookride/details',
      path: `/bookride/details?trip=${first.id}`,
      shows: ['button', /^Seat \d/],
    },
    { name: '/fuel-price', path: '/fuel-price', shows: ['link', 'Report a price'] },
    { name: '/reviews', path: '/reviews', shows: ['heading', /review/i] },
    { name: '/track-parcel', path: '/track-parcel', shows: ['textbox', /./] },
    { name: '/send-parcel', path: '/send-parcel', shows: ['heading', /parcel/i] },
    { name: '/info-center', path: '/info-center', shows: ['heading', /./] },
    { name: '/brands', path: '/brands', shows: ['heading', 'Operators'] },
    {
      name: '/brands/{code}',
      path: '/brands/iroko-transit',
      shows: ['heading', /Iroko Transit/],
    },
    { name: '/businesses', path: '/businesses', shows: ['heading', 'Businesses'] },
    {
      name: '/businesses/{code}',
      path: `/businesses/${business}`,
      shows: ['link', /^Call/],
    },
    {
      name: '/bookride/{road}',
      path: '/bookride/lagos-to-abuja',
      shows: ['heading', /^Lagos .* Abuja/],
    },
    {
      name: '/ride-board/motor-park/{code}',
      path: '/ride-board/motor-park/lagos-jibowu',
      shows: ['heading', /Jibowu/],
    },
    { name: '/blog', path: '/blog', shows: ['heading', 'Blog'] },
    {
      name: '/blog/{code}',
      path: '/blog/how-refunds-work',
      shows: ['heading', /refunds/i],
    },
    { name: '/nysc', path: '/nysc', shows: ['heading', /NYSC/i] },
    { name: '/community', path: '/community', shows: ['heading', /./] },
    { name: '/login', path: '/login', shows: ['button', 'Log in'] },
    {
      name: '/ticket',
      path: `/ticket/${reference}`,
      shows: ['img', /^Ticket code of /],
      owns: { reference, token: as.guest_token },
    },
  ]
}
