/** Days from today for which tickets are sold: what the phone offers, the server finds and the timetable makes. */
export const saleDays = 30
