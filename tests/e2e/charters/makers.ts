import type { APIRequestContext } from '@playwright/test'
import type { CharterQuote } from '#contract/charters/market/model'
import type { Charter } from '#contract/charters/trips/model'
import type { CharterVehicle } from '#contract/charters/market/model'
import { callApi } from '#tests/e2e/fixtures/purchases'
import { dayAhead } from '#tests/e2e/fixtures/steps'

/** A vehicle of the demo country that is not hired on a day; `ahead` is in days from now. */
export async function aFreeVehicle(
  request: APIRequestContext,
  { ahead = 30, city = 'lagos', size = 'medium' } = {},
): Promise<CharterVehicle> {
  const search = `city=${city}&size=${size}&date=${dayAhead(ahead)}&sort=distance`
  const [vehicle] = await callApi<CharterVehicle[]>(request, 'GET', `/charter-vehicles?${search}`)
  if (vehicle === undefined) throw new Error('no vehicle is free')
  return vehicle
}

/** Hires a vehicle by a call for one day; its deposit is not paid yet. */
export async function aCharterToPay(
  request: APIRequestContext,
  token: string,
  vehicle: CharterVehicle,
  ahead = 30,
): Promise<Charter> {
  const day = dayAhead(ahead)
  const journey = {
    vehicle_id: vehicle.id,
    kind: 'days',
    stops: [{ city: vehicle.home.code }],
    from: day,
    until: day,
  }
  const quote = await callApi<CharterQuote>(request, 'POST', '/charters/quotes', {
    data: journey,
  })
  return callApi<Charter>(request, 'POST', '/charters', {
    token,
    data: {
      ...journey,
      start_time: '08:00',
      travellers: 3,
      contact: { full_name: 'Adaeze Okonkwo', phone: '+2348031234567' },
      plan: 'deposit',
      total_kobo: quote.price.total_kobo,
    },
  })
}
