export const sizeWords = {
  small: 'Small (car)',
  medium: 'Medium (bus)',
  large: 'Large (coach)',
} as const

export const sortWords = {
  price: 'Cheapest',
  rating: 'Best rated',
  seats: 'Fewest seats',
  distance: 'Nearest',
} as const

/** `Ikeja, Lagos`; only the city if its state has the same name. */
export const placeWords = ({ name, state }: { name: string; state: string }) =>
  name === state ? name : `${name}, ${state}`
