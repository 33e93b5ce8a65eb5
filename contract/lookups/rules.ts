/** The cities to choose from until the first list has loaded. */
export const fallbackCities = ['Abuja', 'Ibadan', 'Lagos', 'Port Harcourt'] as const

export const vehicleSizes = ['small', 'medium', 'large'] as const
