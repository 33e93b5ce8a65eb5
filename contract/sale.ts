/** Days from today for which tickets are sold, for date picker, search and timetables. */
export const saleDays = 30

/**
 * The number of days, starting tomorrow, that a “from” price covers: it is the lowest price of a free seat on these
 * days, of a route, of an operator, and on the home page.
 */
export const fromPriceDays = 14
