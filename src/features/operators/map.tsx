/** Nigeria's outline from Natural Earth (public domain), 40 units a degree of longitude from 2.5° E and 14° N. */
const outline =
  'M44 93l3-2-3-6 2-4 0-21 11-10 7-9 1-20 5-1 10-8 14-3 3 2 12-1 6-4 6-1 25 10 3-2 6 2 22 26 6 0 5-5 8 0 17-10 11 2 12 10 5 0 6 6 11 3 26 1 13-14 8-4 22-5 31 1 16 4 8 6 17 2 3-7 10-6 3-3-1-1 15-3 4-6 11 0 19 25 4 28 13 2 4 6 3 0-5 20 3 4-1 3-17 12-8-2-8 10-1 4-8 12-5 19-8 5-1 6 3 4-3 10-9 3-5 4 2 4-3 7-2 14-3 0-2 4-4 2-7 0 1 4-7 5-1 16-7 11 0 6-11 12 5 7-13 9-1 9-4 3-2 5-11 0-3-12-5-1-3-7-8-4-2-4-3 11-12 0-2-6-11 9-3 0-4 11-4 0-7 7-3 2-15 16-5 2 0 4-1 2 3 5-2 4-2 13-8 11 1 2-3 1-1 4-5-1 1-4-3 2-7-8 7 14-2 4-10-1-14 3-6-1 0-8-2 6-3 1-6-2 0 1 2 2-2 1-4-7-2 0-2-4-1 1 5 6 0 4-3 2-1-2-1 2-2-11-2 0 2 4-4-3 1 5 2 0 2 7-6 0-2-5 1-4-3-5 1-3-3-1 4 10-1 1 3 8-6 1 0-11-1 8-2-4 1 7-3 0-1-6 0 6-6 0-6 2 0-3 2-3-3 2 0-4 0 3-2-1 1 6-5 1 0-4-2-2 0 5-2-1 0-4-2 3-15-13-8-18 4 1-1-2 2 0-2-2-4 1 0-8 9-1-1-4 4-2-5 1-2 4-2-1 0 2-2-1-5-1-2-5 8 0 2-3 2 2 0-1-3-2-2 2-2 0 0-5-1 4-5 2-3-5 0-3 2 0 6-5-10 6-12-15-14-9-21-3-18 0-1-1 6 0 1-2 6-1 5-3-13 3-2-3-3 2-1 6-27 1 1-11 2-2-2-3 0-8 2-3-2-2 1-13 2-2-3-5 0-8-2-4 2-12-1-6 2-7-1-11 2-11 12-2 3-8-1-6 5-8 3 0 0-6 7-2 4-4 3-8-4-6 3-6 6 0 1-7 0-3-4-5 0-12-10-13 5-11z'

const xOf = (longitude: number) => (longitude - 2.5) * 40
const yOf = (latitude: number) => (14 - latitude) * 40.4

export interface MapPoint {
  name: string
  latitude: number | null
  longitude: number | null
}

/** A drawn map with points; what lies outside of it, or nowhere, is left out. `label` says what is shown. */
export function CountryMap({ label, points }: { label: string; points: readonly MapPoint[] }) {
  const shown = points.flatMap(({ name, latitude, longitude }) => {
    if (latitude === null || longitude === null) return []
    const [x, y] = [xOf(longitude), yOf(latitude)]
    return x < 0 || x > 490 || y < 0 || y > 396 ? [] : [{ name, x, y }]
  })
  if (shown.length === 0) return null
  return (
    <svg viewBox="-4 -4 498 404" role="img" aria-label={label}>
      <path d={outline} fill="var(--danfo-soft)" stroke="var(--line-strong)" strokeWidth="2" />
      {shown.map(({ name, x, y }) => (
        <circle
          key={`${name} ${x} ${y}`}
          cx={x.toFixed(1)}
          cy={y.toFixed(1)}
          r="7"
          fill="#f9b000"
          stroke="#1b1a17"
          strokeWidth="2.5"
        />
      ))}
    </svg>
  )
}
