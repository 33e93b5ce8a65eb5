/**
 * How a cell is read. A `CellFormat` may add a mark. `!`: the column must exist, and every row must fill it. `*`: the
 * column must exist, but a cell may be empty.
 */
export type CellKind =
  | 'text'
  | 'flag'
  | 'count'
  | 'exception'
  | 'stop kind'
  | 'stopping'
  | 'route type'
  | 'distance'
  | 'price'
  | 'amount'
  | 'latitude'
  | 'longitude'
  | 'time'
  | 'date'
  | 'zone'
type CellFormat = CellKind | `${CellKind}!` | `${CellKind}*`

/** How a file of a feed is read. */
export type FeedFile = {
  required?: true
  columns: Record<string, CellFormat>
  /** The columns that identify a row. */
  key?: string[]
  /** For each column, where its value must exist, as `file.column`. */
  references?: Record<string, string[]>
}

/**
 * The files and columns of a GTFS feed that we read, in the order of reading, with what is required and which
 * references must exist. Source: google/transit reference.md, revised 27 Apr 2026.
 */
export const feedFiles: Record<string, FeedFile> = {
  feed_info: { columns: { feed_publisher_name: 'text', feed_version: 'text' } },
  agency: {
    required: true,
    columns: {
      agency_id: 'text',
      agency_name: 'text!',
      agency_timezone: 'zone!',
      agency_phone: 'text',
      agency_email: 'text',
    },
    key: ['agency_id'],
  },
  stops: {
    required: true,
    columns: {
      stop_id: 'text!',
      stop_name: 'text',
      stop_desc: 'text',
      stop_lat: 'latitude',
      stop_lon: 'longitude',
      zone_id: 'text',
      location_type: 'stop kind',
      parent_station: 'text',
    },
    key: ['stop_id'],
    references: { parent_station: ['stops.stop_id'] },
  },
  routes: {
    required: true,
    columns: {
      route_id: 'text!',
      agency_id: 'text',
      route_short_name: 'text',
      route_long_name: 'text',
      route_type: 'route type!',
      network_id: 'text',
    },
    key: ['route_id'],
    references: { agency_id: ['agency.agency_id'] },
  },
  calendar: {
    columns: {
      service_id: 'text!',
      monday: 'flag!',
      tuesday: 'flag!',
      wednesday: 'flag!',
      thursday: 'flag!',
      friday: 'flag!',
      saturday: 'flag!',
      sunday: 'flag!',
      start_date: 'date!',
      end_date: 'date!',
    },
    key: ['service_id'],
  },
  calendar_dates: {
    columns: { service_id: 'text!', date: 'date!', exception_type: 'exception!' },
    key: ['service_id', 'date'],
  },
  trips: {
    required: true,
    columns: {
      route_id: 'text!',
      service_id: 'text!',
      trip_id: 'text!',
      trip_headsign: 'text',
      shape_id: 'text',
    },
    key: ['trip_id'],
    references: {
      route_id: ['routes.route_id'],
      service_id: ['calendar.service_id', 'calendar_dates.service_id'],
    },
  },
  stop_times: {
    required: true,
    columns: {
      trip_id: 'text!',
      arrival_time: 'time',
      departure_time: 'time',
      // Empty if the row names a zone instead of a stop.
      stop_id: 'text*',
      location_group_id: 'text',
      location_id: 'text',
      start_pickup_drop_off_window: 'text',
      end_pickup_drop_off_window: 'text',
      stop_sequence: 'count!',
      pickup_type: 'stopping',
      drop_off_type: 'stopping',
      shape_dist_traveled: 'distance',
    },
    key: ['trip_id', 'stop_sequence'],
    references: { trip_id: ['trips.trip_id'], stop_id: ['stops.stop_id'] },
  },
  shapes: {
    columns: {
      shape_id: 'text!',
      shape_pt_lat: 'latitude!',
      shape_pt_lon: 'longitude!',
      shape_pt_sequence: 'count!',
    },
  },
  frequencies: {
    columns: {
      trip_id: 'text!',
      start_time: 'time!',
      end_time: 'time!',
      headway_secs: 'count!',
    },
    references: { trip_id: ['trips.trip_id'] },
  },
  fare_attributes: {
    columns: { fare_id: 'text!', price: 'price!', currency_type: 'text!', agency_id: 'text' },
    key: ['fare_id'],
    references: { agency_id: ['agency.agency_id'] },
  },
  fare_rules: {
    columns: {
      fare_id: 'text!',
      route_id: 'text',
      origin_id: 'text',
      destination_id: 'text',
      contains_id: 'text',
    },
    references: { fare_id: ['fare_attributes.fare_id'], route_id: ['routes.route_id'] },
  },
  rider_categories: {
    columns: { rider_category_id: 'text!', is_default_fare_category: 'flag' },
    key: ['rider_category_id'],
  },
  fare_products: {
    columns: {
      fare_product_id: 'text!',
      rider_category_id: 'text',
      amount: 'amount!',
      currency: 'text!',
    },
    references: { rider_category_id: ['rider_categories.rider_category_id'] },
  },
  areas: { columns: { area_id: 'text!' }, key: ['area_id'] },
  stop_areas: {
    columns: { area_id: 'text!', stop_id: 'text!' },
    key: ['area_id', 'stop_id'],
    references: { area_id: ['areas.area_id'], stop_id: ['stops.stop_id'] },
  },
  networks: { columns: { network_id: 'text!' }, key: ['network_id'] },
  route_networks: {
    columns: { network_id: 'text!', route_id: 'text!' },
    key: ['route_id'],
    references: { network_id: ['networks.network_id'], route_id: ['routes.route_id'] },
  },
  fare_leg_rules: {
    columns: {
      network_id: 'text',
      from_area_id: 'text',
      to_area_id: 'text',
      from_timeframe_group_id: 'text',
      to_timeframe_group_id: 'text',
      fare_product_id: 'text!',
      rule_priority: 'count',
    },
    references: {
      network_id: ['networks.network_id', 'routes.network_id'],
      from_area_id: ['areas.area_id'],
      to_area_id: ['areas.area_id'],
      fare_product_id: ['fare_products.fare_product_id'],
    },
  },
}

/** Returns how a column is read, whether it must exist, and whether each row must fill it. */
export function parseCellFormat(cell: CellFormat): {
  kind: CellKind
  stands: boolean
  filled: boolean
} {
  const kind = cell.replace(/[!*]$/, '') as CellKind
  return { kind, stands: cell !== kind, filled: cell.endsWith('!') }
}
