/** The most kilometres that a vehicle drives in a day. A longer journey needs more days. */
export const drivingKmPerDay = 600

export const charterVehicleSizes = ['small', 'medium', 'large'] as const

export const vehicleSorts = ['price', 'rating', 'seats', 'distance'] as const
