import type { Payable } from '#server/platform/payable'
import { announcePaid } from './news.ts'
import { issuePaper } from './paper.ts'
import {
  describeInstalments,
  findCharterFaults,
  findInstalmentById,
  findInstalmentToPay,
  instalmentStanding,
} from './payable-repository.ts'

/** Instalments of charters, as they are paid: under the charter's reference, the open one. */
export const charterPayable: Payable = {
  kind: 'charter',
  words: {
    kept: 'Your vehicle is kept',
    wait: 'there is left to pay',
    got: 'charter',
    price: 'what is due',
    paid: 'This was paid already.',
    gone: 'The vehicle was let to somebody else.',
    late: 'came after the vehicle was let go.',
  },
  wayBack: (reference, payment) =>
    `/charter-marketplace/confirm-payment/success?charter=${reference}&payment=${payment}`,
  find: findInstalmentToPay,
  findById: findInstalmentById,
  standing: instalmentStanding,
  goods: () => ({}),
  announce: async (tx, id) => {
    await issuePaper(tx, id)
    await announcePaid(tx, id)
  },
  describe: describeInstalments,
  findFaults: findCharterFaults,
}
