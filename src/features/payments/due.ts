/** What is paid here: a booking by its reference, or a parcel by its tracking id. */
export interface Due {
  purpose: 'booking' | 'parcel'
  reference: string
}

/** The screen where it is paid. */
export const payPath = ({ purpose, reference }: Due) =>
  purpose === 'booking'
    ? `/bookride/pay?booking=${reference}`
    : `/waybill/proceed?parcel=${reference}`

/** Under which key its newest state is asked for. */
export const dueKey = ({ purpose, reference }: Due) => [
  purpose === 'booking' ? 'getBooking' : 'getParcel',
  reference,
]
