import { product } from '#contract/product'
import type { ProfileExport } from '#contract/profile/model'
import type { Context } from '#server/context'
import { callerOf, findUser, logins } from '#server/rooms/accounts'
import { ownBoardings } from '#server/rooms/boarding'
import { bookingsById } from '#server/rooms/bookings'
import { reportsOf } from '#server/rooms/fuel'
import { phonesOf } from '#server/rooms/notifications'
import { parcelsOfPerson } from '#server/rooms/parcels'
import { reviewsOf } from '#server/rooms/reviews'
import { pointsOf } from '#server/rooms/rewards'
import { conversationsOf } from '#server/rooms/support'
import { walletTransactionsOf } from '#server/rooms/wallet'
import { exportPdf } from './export-pdf.ts'
import { findOwnBookings } from './repository.ts'
import { findTravellers } from './traveller-repository.ts'

/** Everything we hold about the user, in the shapes of the other calls. */
export async function exportProfile(ctx: Context): Promise<ProfileExport> {
  const { db } = ctx
  const { user_id } = callerOf(ctx)
  const loggedIn = await logins.list(db, user_id)
  return {
    made_at: new Date().toISOString(),
    user: await findUser(db, user_id),
    travellers: await findTravellers(db, user_id),
    bookings: await bookingsById(db, await findOwnBookings(db, user_id)),
    parcels: await parcelsOfPerson(ctx, user_id),
    wallet: await walletTransactionsOf(db, user_id),
    points: await pointsOf(db, user_id),
    conversations: await conversationsOf(db, user_id),
    reviews: await reviewsOf(db, user_id),
    fuel_reports: await reportsOf(db, user_id),
    boardings: await ownBoardings(db, user_id),
    phones: await phonesOf(db, user_id),
    logins: loggedIn.map(({ device, created_at, last_used_at }) => ({
      device,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
    })),
  }
}

/** The same to read on paper. */
export async function exportProfilePdf(ctx: Context) {
  const everything = await exportProfile(ctx)
  return { body: await exportPdf(everything), file_name: `${product.slug}-my-account.pdf` }
}
