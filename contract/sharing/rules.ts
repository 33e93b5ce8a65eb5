/** The largest number of links of a booking, including ended ones. */
export const maxTripLinksPerBooking = 20

/** The most reports per hour by the travellers of a booking. */
export const maxTripReportsPerHour = 30

/** How long after arrival a link ends, ms. */
export const linkLifeAfterArrival_ms = 86_400_000

/** How long after the expected arrival, with delay, a next of kin gets an SMS if no arrival was reported, ms. */
export const arrivalSmsDelay_ms = 7_200_000

/** `on_the_way`: well and still travelling. `arrived`: at their destination. */
export const tripReportKinds = ['on_the_way', 'arrived'] as const
