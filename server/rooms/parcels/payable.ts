import { announceParcel } from '#server/rooms/notifications'
import type { Payable } from '#server/platform/payable'
import { issuedPinHash } from '#server/platform/pickup-pin'
import {
  describeParcels,
  findParcelFaults,
  findParcelById,
  findParcelToPay,
  parcelStanding,
} from './payable-repository.ts'

/** Parcels, as they are paid. */
export const parcelPayable: Payable = {
  kind: 'parcel',
  called: 'parcel',
  words: {
    kept: 'Your parcel is held',
    got: 'waybill',
    price: 'the price',
    paid: 'This parcel was paid already.',
    gone: 'The parcel was cancelled.',
    late: 'came after the parcel was cancelled.',
  },
  wayBack: (reference, payment) => `/waybill/proceed?parcel=${reference}&payment=${payment}`,
  find: findParcelToPay,
  findById: findParcelById,
  standing: parcelStanding,
  goods: (config, id) => ({ pin_hash: issuedPinHash(config, id).toString('hex') }),
  announce: (tx, id) => announceParcel(tx, id, 'paid'),
  describe: describeParcels,
  findFaults: findParcelFaults,
}
