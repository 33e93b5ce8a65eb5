import type { Airport } from '#contract/charters/market/model'
import type { Context } from '#server/context'
import { airportList } from './airport-list.ts'
import { findCities } from '#server/rooms/charters/journey'

export async function listAirports({ db }: Context): Promise<Airport[]> {
  const codes = airportList.map(({ city }) => city)
  const names = new Map((await findCities(db, codes)).map(({ code, name }) => [code, name]))
  return airportList.map((airport) => ({
    ...airport,
    city: { code: airport.city, name: names.get(airport.city) ?? airport.city },
  }))
}
