/** Nigeria's outline from Natural Earth (public domain), 40 units per degree from 2.5° E and 14° N. */
const outline =
  'M44 93l3-2-3-6 2-25 18-19 1-20 15-9 29-2 12-5 25 10 9 0 22 26 19-5 17-10 11 2 23 16 37 4 13-14 30-9 31 1 24 10 17 2 15-17 15-3 4-6 11 0 19 25 4 28 13 2 7 6-5 20 2 7-17 12-8-2-8 10-14 35-8 5-1 20-14 7-3 25-16 6 1 4-7 5-1 16-7 17-11 12 5 7-13 9-1 9-6 8-11 0-3-12-5-1-13-15-3 11-12 0-2-6-14 9-4 11-34 27 2 11-4 17-11 18-14-11 7 14-2 4-30 1 0-8-2 6-9-1 0 4-9-10 5 6-3 6-4-11 0 4-4-3 5 12-6 0-3-17-3-1 6 19-6 1 0-11-2 11-4-6 0 6-12 2 2-6-3 2 0-4-1 8-5 1-2-6 0 5-2-5-2 3-15-13-8-18 5-1-6-1 0-8 9-1-1-4 4-2-9 6-7-2-2-5 12-1-3-3-4 2 0-5-6 6-3-8 8-5-10 6-12-15-14-9-39-3 17-7-13 3-2-3-4 8-27 1 4-44-5-17 4-47 12-2 2-14 8-8 0-6 11-6 2-20 6 0-3-27-10-13 5-11z'

const xOf = (longitude: number) => (longitude - 2.5) * 40
const yOf = (latitude: number) => (14 - latitude) * 40.4

export interface MapPoint {
  name: string
  /** Undefined in old stored answers. */
  latitude: number | null | undefined
  longitude: number | null | undefined
  /** Whether its name is displayed beside it. */
  is_named?: boolean
}

/** Returns the positions of points in the drawing, without those outside. */
const placed = (points: readonly MapPoint[]) =>
  points.flatMap(({ latitude, longitude, ...point }) => {
    if (typeof latitude !== 'number' || typeof longitude !== 'number') return []
    const [x, y] = [Math.round(xOf(longitude)), Math.round(yOf(latitude))]
    return x < 0 || x > 490 || y < 0 || y > 396 ? [] : [{ ...point, x, y, key: `${x},${y}` }]
  })

/**
 * A map of Nigeria with points and routes, each a line through its points; nothing without points. `label`: its
 * description for screen readers.
 */
export function CountryMap({
  label,
  points = [],
  routes = [],
}: {
  label: string
  points?: readonly MapPoint[]
  routes?: readonly (readonly MapPoint[])[]
}) {
  const all = placed([...points, ...routes.flat()])
  const shown = [...new Map(all.map((point) => [point.name + point.key, point])).values()]
  if (shown.length === 0) return null
  const drawn = routes.map((road) =>
    placed(road)
      .map(({ key }) => key)
      .join(' '),
  )
  const lines = [...new Set(drawn)]
  // Routes mostly run between the upper and the lower points, so upper names are above their points, lower ones below.
  const middle = shown.reduce((total, { y }) => total + y, 0) / shown.length
  return (
    <svg viewBox="-4 -4 498 404" width="100%" role="img" aria-label={label}>
      <path d={outline} fill="var(--danfo-soft)" stroke="var(--line-strong)" strokeWidth="2" />
      {lines.map((line) => (
        <polyline
          key={line}
          points={line}
          fill="none"
          stroke="var(--ink)"
          strokeWidth="5"
          strokeLinejoin="round"
        />
      ))}
      {shown.map(({ name, key, x, y, is_named }) => (
        <circle
          key={name + key}
          cx={x}
          cy={y}
          r={is_named ? 10 : 7}
          fill="#f9b000"
          stroke="#1b1a17"
          strokeWidth="2.5"
        />
      ))}
      {shown.map(
        ({ name, key, x, y, is_named }) =>
          is_named && (
            <text
              key={name + key}
              x={x}
              y={y > middle ? Math.min(y + 34, 394) : Math.max(y - 18, 24)}
              textAnchor={x > 245 ? 'end' : 'start'}
              fill="var(--ink)"
              stroke="var(--danfo-soft)"
              strokeWidth="5"
              paintOrder="stroke"
              fontSize="24"
              fontWeight="650"
            >
              {name}
            </text>
          ),
      )}
    </svg>
  )
}
