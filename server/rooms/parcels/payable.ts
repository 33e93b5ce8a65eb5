import { notifyOfParcel } from './news/index.ts'
import type { Payable } from '#server/platform/payable'
import { hashIssuedPin } from '#server/platform/pickup-pin'
import {
  describeParcels,
  findParcelFaults,
  findParcelToPayById,
  findParcelRefundContact,
  findParcelToPay,
  selectParcelAwaitsPayment,
} from './payable-repository.ts'

export const parcelPayable: Payable = {
  kind: 'parcel',
  contract_name: 'parcel',
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
  makeReturnPath: (reference, payment) => `/waybill/proceed?parcel=${reference}&payment=${payment}`,
  find: findParcelToPay,
  findById: findParcelToPayById,
  selectWaits: selectParcelAwaitsPayment,
  makeGoods: (config, id) => ({ pin_hash: hashIssuedPin(config, id).toString('hex') }),
  notify: (tx, id) => notifyOfParcel(tx, id, 'paid'),
  describe: describeParcels,
  findRefundContact: findParcelRefundContact,
  findFaults: findParcelFaults,
}
