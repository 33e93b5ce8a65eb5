/** Side views of what people ride in, in a box of 64 by 28, by the sizes of the contract. */
const shapes = {
  small: 'M4 20v-5l6-2 7-6h18c4 0 8 3 11 6l10 2c2 1 2 3 2 5zM19 13l5-4h8v4zm16-4h2c3 0 5 2 7 4h-9z',
  medium:
    'M4 21V9c0-2 1-3 3-3h39c5 0 9 6 12 10v5zM9 9h10v6H9zm14 0h10v6H23zm14 0h8c2 0 4 3 6 6H37z',
  large:
    'M2 22V6c0-2 1-3 3-3h51c4 0 6 3 6 7v12zM6 7h8v7H6zm11 0h8v7h-8zm11 0h8v7h-8zm11 0h8v7h-8zm11 0h6c2 0 3 3 3 7h-9z',
} as const

const wheels = { small: [15, 47], medium: [15, 47], large: [12, 50] } as const

/** A vehicle of a size as a silhouette. The words beside it say the same. */
export function Vehicle({ size }: { size: keyof typeof shapes }) {
  return (
    <svg viewBox="0 0 64 28" width="64" height="28" aria-hidden="true">
      <path d={shapes[size]} fill="currentColor" fillRule="evenodd" />
      {wheels[size].map((x) => (
        <circle
          key={x}
          cx={x}
          cy="22"
          r="4.5"
          fill="currentColor"
          stroke="#f9b000"
          strokeWidth="2"
        />
      ))}
    </svg>
  )
}
