/** Days from today for which tickets are sold, for date picker, search and timetables. */
export const saleDays = 30
