-- The hourly search for cancelled departures whose bookings have not ended.
create index trip_cancelled on trip (departs_at) where status = 'cancelled';
