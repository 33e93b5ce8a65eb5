import { claimParcel } from '#contract/parcels/endpoints'
import { aJpeg } from '#tests/support/files/jpegs'
import {
  aPaidParcel,
  aParcelInput,
  aParcelScan,
  aParcelTrip,
  aQuoteInput,
  makeDamageScans,
  sendScans,
} from '#tests/support/makers/parcels'
import type { MadeUser } from '#tests/support/makers/people'
import type { Caller, TestServer } from '#tests/support/server/test-server'

/** The owner of the parcel, its operator, and the texts and names on it. */
interface ParcelWorld {
  sender: MadeUser
  carrier: { operator_id: string; operator: Caller }
  full_name: string
  phone: string
  words: string
}

/** Makes a lost parcel with a claim and photos; returns inputs about it for each endpoint, and the claim's id. */
export async function makeParcelCalls(
  server: TestServer,
  { sender, carrier, full_name, phone, words }: ParcelWorld,
): Promise<{ asks: Record<string, Record<string, unknown>>; claim_id: string }> {
  const trip = await aParcelTrip(server, { operator_id: carrier.operator_id })
  const photo = (await aJpeg()).toString('base64')
  const person = { full_name, phone }
  const over = { sender: person, receiver: person, contents: words, photo }
  const { parcel } = await aPaidParcel(server, { sender, trip, over })
  const { tracking_id } = parcel
  await sendScans(server, carrier.operator, makeDamageScans(tracking_id, 'lost'))
  const claim = { tracking_id, kind: 'lost' as const, words, asked_kobo: 100_000 }
  const made = await server.call(claimParcel, { ...claim, photos: [photo] }, { as: sender.as })
  if (made.status !== 200) throw new Error(made.text)
  const { id } = made.data
  const mine = { tracking_id }
  const asks = {
    createParcel: { ...aParcelInput(aQuoteInput(trip)) },
    listParcels: {},
    getParcel: mine,
    cancelParcel: mine,
    renewPickupPin: mine,
    getParcelPhoto: mine,
    getWaybillPdf: mine,
    claimParcel: claim,
    getClaimPhoto: { ...mine, id, number: '1' },
    reportParcelEvents: { events: [aParcelScan(tracking_id, 'on_hold')] },
    listOperatorParcels: {},
    listOperatorClaims: {},
    getOperatorClaimPhoto: { id, number: '1' },
    recommendClaim: { id, pay_kobo: 0, words: 'We found it.' },
    answerClaim: { id, pay_kobo: 0, words: 'We found it.' },
    listClaimsForStaff: {},
    getStaffClaimPhoto: { id, number: '1' },
    settleClaim: { id, pay_kobo: 0, words: 'It was found.' },
    getInsurance: {},
    fundInsurance: { amount_kobo: 100_000 },
  }
  return { asks, claim_id: id }
}
