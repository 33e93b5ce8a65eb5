import { ofPerson } from '#lib/device'
import type { Room } from '#lib/room'

declare module '#lib/device' {
  interface StoredValues {
    /** A payment that has no end yet, and under the kind of its payable the reference of what it is for. */
    pending_payment: { reference: string } & { readonly [kind: string]: string | undefined }
    pending_top_up: { reference: string }
  }
}

export const room: Room = {
  name: 'payments',
  storageKeys: {
    pending_payment: ofPerson('pending-payment'),
    pending_top_up: ofPerson('pending-top-up'),
  },
  prefetch: [
    {
      at: 40,
      where: 'pending_payment',
      again: true,
      work: async (queries) => (await import('./check-pending.ts')).checkPendingPayment(queries),
    },
  ],
}
