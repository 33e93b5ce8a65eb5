import type { PassengerTypePrice } from '#contract/fare'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { passengerTypePricesSql } from '#server/rooms/lookups'
import type { FrozenFare } from '#server/rooms/bookings/record'

/** Returns traveller types with their shares of the fare. */
export async function findPassengerTypePrices(db: Db): Promise<PassengerTypePrice[]> {
  const { rows } = await sql<{ types: PassengerTypePrice[] }>`
    select ${passengerTypePricesSql} as types`.execute(db)
  return rows[0]?.types ?? []
}

export interface SaveTravellersInput {
  booking_id: string
  passengers: readonly {
    seat: number
    full_name: string
    gender: string
    passenger_type: string
    phone?: string | undefined
    address: string
    infant_name?: string | undefined
  }[]
  /** Types in the order of the booking's seats. */
  types: string[]
  contact: { full_name: string; phone?: string | undefined; email?: string | undefined }
  /** Required, except in a sale at an operator's counter. */
  next_of_kin?: { full_name: string; phone: string; relationship: string } | undefined
  insurance: boolean
  fare: FrozenFare
}

/**
 * Stores travellers, contact and price. Every seat of the booking occurs once, so former travellers are overwritten.
 * The name of a missing next of kin is stored as an empty text: null means that there are no travellers yet, or that
 * their data were deleted.
 */
export async function saveTravellers(db: Db, it: SaveTravellersInput): Promise<void> {
  const { booking_id, passengers, contact, next_of_kin: kin, fare } = it
  await sql`
    with seated as (
      insert into passenger (booking_id, seat, full_name, gender, passenger_type, phone, address, infant_name)
      select ${booking_id}::uuid, p.* from unnest(
        ${passengers.map((one) => one.seat)}::smallint[], ${passengers.map((one) => one.full_name)}::text[],
        ${passengers.map((one) => one.gender)}::text[], ${passengers.map((one) => one.passenger_type)}::text[],
        ${passengers.map((one) => one.phone ?? null)}::text[], ${passengers.map((one) => one.address)}::text[],
        ${passengers.map((one) => one.infant_name ?? null)}::text[]) p
      on conflict (booking_id, seat) where state = 'travelling' do update set full_name = excluded.full_name,
        gender = excluded.gender, passenger_type = excluded.passenger_type, phone = excluded.phone, address = excluded.address,
        infant_name = excluded.infant_name
    )
    update booking set passenger_types = ${it.types}::text[], contact_name = ${contact.full_name},
      contact_phone = ${contact.phone ?? null}, contact_email = ${contact.email ?? null}, kin_name = ${kin?.full_name ?? ''},
      kin_phone = ${kin?.phone ?? null}, kin_relationship = ${kin?.relationship ?? null}, insurance = ${it.insurance},
      fare = ${JSON.stringify(fare)}::jsonb, total_kobo = ${fare.total_kobo}
    where id = ${booking_id}::uuid`.execute(db)
}
