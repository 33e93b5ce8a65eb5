import { createCharterRequest, offerCharter } from '#contract/charters/requests/endpoints'
import { sql } from '#server/db/sql'
import { makeId, makeReference } from '#server/platform/ids'
import {
  aCharter,
  aJourneyInput,
  aVehicle,
  aBookCharterInput,
  dayAhead,
} from '#tests/support/makers/charters'
import type { MadeUser } from '#tests/support/makers/people'
import type { Caller, TestServer } from '#tests/support/server/test-server'
import { fillWallet } from '#tests/support/makers/wallets'

/** The owner of the charter, the operator of the vehicle, and the texts and names on it. */
interface CharterWorld {
  owner: MadeUser
  carrier: { operator_id: string; operator: Caller }
  full_name: string
  phone: string
  words: string
}

/**
 * Makes a paid charter and a request with an offer; returns inputs about them for each endpoint, and the charter's
 * reference, which others must not learn.
 */
export async function makeCharterCalls(
  server: TestServer,
  { owner, carrier, full_name, phone, words }: CharterWorld,
): Promise<{ asks: Record<string, Record<string, unknown>>; secrets: string[] }> {
  const { db } = server
  const vehicle = await aVehicle(db, { operator_id: carrier.operator_id })
  const contact = { full_name, phone }
  const made = await aCharter(server, vehicle, { by: owner, contact, needs: words, plan: 'all' })
  const [part] = made.charter.instalments
  await fillWallet(db, owner.user.id, made.charter.price.total_kobo)
  await sql`select pay_from_wallet(${makeId()}::uuid, ${makeReference()}, ${owner.user.id}::uuid, 'charter', ${part?.id}::uuid,
    null, null, '{}'::jsonb, true)`.execute(db)
  const journey = {
    ...aJourneyInput(40),
    start_time: '08:00',
    travellers: 4,
    needs: words,
    contact,
  }
  const asked = await server.call(createCharterRequest, journey, { as: owner.as })
  if (asked.status !== 200) throw new Error(asked.text)
  const offer = {
    reference: asked.data.reference,
    vehicle_id: vehicle.id,
    hire_kobo: 20_000_000,
    terms: 'With driver.',
  }
  const offered = await server.call(offerCharter, offer, { as: carrier.operator })
  if (offered.status !== 200) throw new Error(offered.text)
  const mine = { reference: made.charter.reference }
  const request = { reference: asked.data.reference }
  const other = { full_name: 'Somebody Else', phone: '+2348030009999' }
  const order = await aBookCharterInput(server, vehicle, { ahead: 60, contact: other })
  const asks = {
    bookCharter: order,
    bookAirport: {
      airport: 'LOS',
      zone: 'ikeja',
      size: 'medium',
      direction: 'drop_off',
      at: `${dayAhead(50)}T10:00:00.000Z`,
      address: 'Terminal 2',
      travellers: 2,
      contact: other,
      total_kobo: 1,
    },
    listCharters: {},
    getCharter: mine,
    getCharterContract: mine,
    previewCharterCancellation: mine,
    cancelCharter: { ...mine, refund_kobo: 1 },
    changeCharterDates: { ...mine, from: dayAhead(70), start_time: '09:00' },
    changeCharterFlight: { ...mine, at: `${dayAhead(70)}T10:00:00.000Z` },
    reviewCharter: { ...mine, rating: 5, body: 'It came on time.' },
    createCharterRequest: { ...journey, needs: 'None', contact: other },
    listCharterRequests: {},
    getCharterRequest: request,
    acceptCharterOffer: { ...request, offer_id: offered.data.id, plan: 'all', total_kobo: 1 },
    withdrawCharterRequest: request,
    listOperatorCharterRequests: {},
    offerCharter: offer,
    listOperatorOffers: {},
    withdrawCharterOffer: { id: offered.data.id },
    listOperatorVehicles: {},
    setVehicleDays: { id: vehicle.id, block: [dayAhead(90)] },
    listOperatorCharters: {},
    setCharterDriver: {
      ...mine,
      name: 'Musa Danladi',
      phone: '+2348035550101',
      plate: 'LSR-482XB',
    },
    startCharter: { ...mine, code: '0000' },
    endCharter: { ...mine, code: '0000' },
    failCharter: { ...mine, reason: 'It broke down' },
  }
  return { asks, secrets: [mine.reference] }
}
