import { makePersonKey } from '#lib/device'
import type { Room } from '#lib/room'

declare module '#lib/device' {
  interface StoredValues {
    /**
     * A payment that has not ended: its own reference and, under the kind of its payable, the reference of the payable.
     */
    pending_payment: { reference: string } & { readonly [kind: string]: string | undefined }
    pending_top_up: { reference: string }
  }
}

export const room: Room = {
  name: 'payments',
  storageKeys: {
    pending_payment: makePersonKey('pending-payment', { reference: 'string', '*': 'string' }),
    pending_top_up: makePersonKey('pending-top-up', { reference: 'string' }),
  },
  onBalanceChange: (queries) => void queries.invalidateQueries({ queryKey: ['listPayments'] }),
  prefetch: [
    {
      at: 40,
      where: 'pending_payment',
      again: true,
      work: async (queries) => (await import('./check-pending.ts')).settlePendingPayment(queries),
    },
  ],
}
