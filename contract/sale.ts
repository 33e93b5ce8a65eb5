/** Days from today for which tickets are sold, for date picker, search and timetables. */
export const saleDays = 30

/**
 * The number of days, starting tomorrow, that a “from” price covers. Home, routes and operators show such a price: the
 * lowest one of a free seat on these days.
 */
export const fromPriceDays = 14
