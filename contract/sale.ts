/** Days from today for which tickets are sold, for date picker, search and timetables. */
export const saleDays = 30

/**
 * Days from tomorrow on whose cheapest free seat is the price “from” of a route, of an operator and on the home page.
 */
export const fromPriceDays = 14
