import type { Input, Output } from '#contract/endpoint'
import type { setTripSales as setTripSalesEndpoint } from '#contract/trips/endpoints'
import type { Context } from '#server/context'
import { findOwnDeparture } from './departure-service.ts'
import { setTripSalesClosed } from './departure-repository.ts'

/**
 * Closes the sales of a departure of the operator, or opens them again. Seats that people hold can still be paid.
 * Throws `not_found`.
 */
export async function setTripSales(
  ctx: Context,
  { id, closed }: Input<typeof setTripSalesEndpoint>,
): Promise<Output<typeof setTripSalesEndpoint>> {
  const departure = await findOwnDeparture(ctx, id, { lock: true })
  await setTripSalesClosed(ctx.db, departure.id, closed)
  return { id: departure.id, sales_closed: closed }
}
