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

/** `Ikeja, Lagos`; a city that is called like its state stands alone. */
export const placeWords = ({ name, state }: { name: string; state: string }) =>
  name === state ? name : `${name}, ${state}`
