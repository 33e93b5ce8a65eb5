export const vehicleSortLabels = {
  price: 'Cheapest',
  rating: 'Best rated',
  seats: 'Fewest seats',
  distance: 'Nearest',
} as const

/** `Ikeja, Lagos`, or only the city if its state has the same name. */
export const formatCityAndState = ({ name, state }: { name: string; state: string }) =>
  name === state ? name : `${name}, ${state}`
