import type { Tracking } from '#contract/parcels/tracking'
import { RouteMap } from '#ui/pictures/route-map'

/** A parcel's route on the map of the country. The start, the last scan and the end have labels. */
export function TrackingMap({ tracking: { stops, from_city, to_city } }: { tracking: Tracking }) {
  const last = stops.findLastIndex(({ at }) => at !== null)
  // An answer stored by an older version may have no coordinates.
  if (stops.every(({ latitude }) => latitude === undefined)) return null
  return (
    <RouteMap
      label={`The route from ${from_city} to ${to_city} on the map of Nigeria`}
      routes={[
        stops.map(({ place, latitude, longitude }, index) => ({
          name: place,
          latitude,
          longitude,
          is_named: index === 0 || index === last || index === stops.length - 1,
        })),
      ]}
    />
  )
}
