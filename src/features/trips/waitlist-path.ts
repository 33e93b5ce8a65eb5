export const makeWaitlistPath = (trip: string, travellers: number) =>
  `/profile/travel-request/wait?trip=${trip}&passengers=${travellers}`
