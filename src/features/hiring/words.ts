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
