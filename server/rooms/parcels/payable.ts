import { announceParcel } from './news/index.ts'
import type { Payable } from '#server/platform/payable'
import { issuedPinHash } from '#server/platform/pickup-pin'
import {
  describeParcels,
  findParcelFaults,
  findParcelById,
  findParcelRefundContact,
  findParcelToPay,
  parcelStanding,
} from './payable-repository.ts'

/** Parcels as payables. */
export const parcelPayable: Payable = {
  kind: 'parcel',
  called: 'parcel',
  labels: {
    open: 'Your parcel is held',
    document: 'waybill',
    price: 'price',
    already_paid: 'This parcel was paid already.',
    gone: 'The parcel was cancelled.',
    late: 'came after the parcel was cancelled.',
    late_reason: 'the time to pay was over',
    operator_cancelled: 'The operator cannot carry',
  },
  wayBack: (reference, payment) => `/waybill/proceed?parcel=${reference}&payment=${payment}`,
  find: findParcelToPay,
  findById: findParcelById,
  standing: parcelStanding,
  goods: (config, id) => ({ pin_hash: issuedPinHash(config, id).toString('hex') }),
  announce: (tx, id) => announceParcel(tx, id, 'paid'),
  describe: describeParcels,
  findRefundContact: findParcelRefundContact,
  findFaults: findParcelFaults,
}
