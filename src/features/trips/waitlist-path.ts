/** Returns the path of the waiting list of a departure. */
export const makeWaitlistPath = (trip: string, travellers: number) =>
  `/profile/travel-request/wait?trip=${trip}&passengers=${travellers}`
