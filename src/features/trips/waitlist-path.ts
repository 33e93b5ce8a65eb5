/** Returns the path of the waiting list of a departure. */
export const joinWaitlistPath = (trip: string, travellers: number) =>
  `/profile/travel-request/wait?trip=${trip}&passengers=${travellers}`
